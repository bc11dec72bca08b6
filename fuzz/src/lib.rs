//! What every target shares: the interface of libFuzzer.

mod mutate;

pub use mutate::{cross, mutate};

/// Makes a function of a text the target of this binary. It says whether the text was accepted:
/// others are not kept in the corpus, because what is made of them is hardly ever accepted again,
/// and most of the code is behind that. Text that is not UTF-8 is refused before any parser sees
/// it.
#[macro_export]
macro_rules! target {
    ($check:path) => {
        unsafe extern "C" {
            fn LLVMFuzzerMutate(data: *mut u8, size: usize, capacity: usize) -> usize;
        }

        /// # Safety
        ///
        /// There are `size` bytes at `data`, for as long as the result is used.
        unsafe fn bytes<'b>(data: *const u8, size: usize) -> &'b [u8] {
            // SAFETY: by the contract of this function; without bytes, the pointer need not be one.
            if size == 0 { &[] } else { unsafe { std::slice::from_raw_parts(data, size) } }
        }

        /// Copies as much of a text as there is room for.
        ///
        /// # Safety
        ///
        /// There is room for `capacity` bytes at `data`, and nobody else uses them.
        unsafe fn fill(data: *mut u8, capacity: usize, text: &[u8]) -> usize {
            let size = text.len().min(capacity);
            // SAFETY: by the contract of this function.
            unsafe { std::ptr::copy_nonoverlapping(text.as_ptr(), data, size) };
            size
        }

        #[unsafe(no_mangle)]
        extern "C" fn LLVMFuzzerTestOneInput(data: *const u8, size: usize) -> std::ffi::c_int {
            // SAFETY: libFuzzer passes `size` bytes that live as long as this call.
            let accepted = match std::str::from_utf8(unsafe { bytes(data, size) }) {
                Ok(text) => $check(text),
                Err(_) => false,
            };
            if accepted { 0 } else { -1 }
        }

        #[unsafe(no_mangle)]
        extern "C" fn LLVMFuzzerCustomMutator(
            data: *mut u8,
            size: usize,
            capacity: usize,
            seed: std::ffi::c_uint,
        ) -> usize {
            // SAFETY: libFuzzer passes `size` bytes with room for `capacity`, for this call alone.
            unsafe {
                match $crate::mutate(bytes(data, size), seed) {
                    Some(text) => fill(data, capacity, &text),
                    None => LLVMFuzzerMutate(data, size, capacity),
                }
            }
        }

        #[unsafe(no_mangle)]
        extern "C" fn LLVMFuzzerCustomCrossOver(
            one: *const u8,
            one_size: usize,
            other: *const u8,
            other_size: usize,
            data: *mut u8,
            capacity: usize,
            seed: std::ffi::c_uint,
        ) -> usize {
            // SAFETY: libFuzzer passes two texts, and room for `capacity` bytes apart from them.
            unsafe {
                let text = $crate::cross(bytes(one, one_size), bytes(other, other_size), seed);
                fill(data, capacity, &text)
            }
        }
    };
}
