/* Inputs by other names: from -1 to 2 as far as the type has it. */
#include <assert.h>

extern _Bool __VERIFIER_nondet__Bool(void);
extern signed char __VERIFIER_nondet_schar(void);
extern unsigned char __VERIFIER_nondet_unsigned_char(void);
extern unsigned short __VERIFIER_nondet_unsigned_short(void);
extern unsigned __VERIFIER_nondet_unsigned(void);
extern unsigned __VERIFIER_nondet_unsigned_int(void);
extern unsigned long __VERIFIER_nondet_unsigned_long(void);
extern long long __VERIFIER_nondet_longlong(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern long __VERIFIER_nondet_loff_t(void);
extern unsigned long __VERIFIER_nondet_sector_t(void);
extern signed char __VERIFIER_nondet_int8_t(void);
extern short __VERIFIER_nondet_int16_t(void);
extern int __VERIFIER_nondet_int32_t(void);
extern long __VERIFIER_nondet_int64_t(void);
extern unsigned char __VERIFIER_nondet_u8(void);
extern unsigned short __VERIFIER_nondet_u16(void);
extern unsigned __VERIFIER_nondet_u32(void);
extern unsigned long __VERIFIER_nondet_u64(void);

int main(void)
{
    long long x;
    switch (WHICH) {
    case 0:
        x = __VERIFIER_nondet__Bool();
        break;
    case 1:
        x = __VERIFIER_nondet_schar();
        break;
    case 2:
        x = __VERIFIER_nondet_unsigned_char();
        break;
    case 3:
        x = __VERIFIER_nondet_unsigned_short();
        break;
    case 4:
        x = __VERIFIER_nondet_unsigned();
        break;
    case 5:
        x = __VERIFIER_nondet_unsigned_int();
        break;
    case 6:
        x = __VERIFIER_nondet_unsigned_long();
        break;
    case 7:
        x = __VERIFIER_nondet_longlong();
        break;
    case 8:
        x = __VERIFIER_nondet_ulonglong();
        break;
    case 9:
        x = __VERIFIER_nondet_loff_t();
        break;
    case 10:
        x = __VERIFIER_nondet_sector_t();
        break;
    case 11:
        x = __VERIFIER_nondet_int8_t();
        break;
    case 12:
        x = __VERIFIER_nondet_int16_t();
        break;
    case 13:
        x = __VERIFIER_nondet_int32_t();
        break;
    case 14:
        x = __VERIFIER_nondet_int64_t();
        break;
    case 15:
        x = __VERIFIER_nondet_u8();
        break;
    case 16:
        x = __VERIFIER_nondet_u16();
        break;
    case 17:
        x = __VERIFIER_nondet_u32();
        break;
    case 18:
        x = __VERIFIER_nondet_u64();
        break;
    default:
        return 0;
    }
#ifdef BUG
    assert(x != 1); /* violation */
#else
    assert(x >= -1 && x <= 2);
#endif
    return 0;
}
