//! Which cells is an access? One, or several where accesses of different sizes overlap: then memory
//! is cut at the multiples of a *grain*, and an access at those that it covers.

use base::Address;

/// The start in the access, in bytes, and the size of its `part`-th cell.
#[inline]
pub(super) fn part_range(address: Address, size: u8, grain: Option<u8>, part: u8) -> (u8, u8) {
    let Some(grain) = grain else { return (0, size) };
    let mut start = 0;
    for _ in 0..part {
        start = part_end(address, size, grain, start);
    }
    (start, part_end(address, size, grain, start) - start)
}

/// The start in the access, in bytes, and the size of each of its cells.
pub(crate) fn parts(
    address: Address,
    size: u8,
    grain: Option<u8>,
) -> impl Iterator<Item = (u8, u8)> {
    let after = move |(start, length): &(u8, u8)| {
        let start = start + length;
        let grain = grain.filter(|_| start < size)?;
        Some((start, part_end(address, size, grain, start) - start))
    };
    std::iter::successors(Some(part_range(address, size, grain, 0)), after)
}

#[inline]
fn part_end(address: Address, size: u8, grain: u8, start: u8) -> u8 {
    let to_boundary = grain - ((address.0 + u64::from(start)) % u64::from(grain)) as u8;
    (start + to_boundary).min(size)
}

#[inline]
pub(super) fn is_last_part(address: Address, size: u8, grain: Option<u8>, part: u8) -> bool {
    let (start, length) = part_range(address, size, grain, part);
    start + length == size
}
