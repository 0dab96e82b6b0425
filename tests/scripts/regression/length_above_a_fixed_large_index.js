// A length that an index from 2^31 on keeps from shrinking deleted the elements with small indices all the same.

function shrink(fixed, length) {
    var array = ['a', , 'c'];
    array[2147483648] = 'large';
    array[4294967290] = 'larger';
    Object.defineProperty(array, fixed, { value: 'fixed', configurable: false });
    try {
        Object.defineProperty(array, 'length', { value: length });
    } catch (error) {
        print(error.name);
    }
    print(array.length, Object.getOwnPropertyNames(array).join());
}
shrink('4294967294', 0);
// expect: TypeError
// expect: 4294967295 0,2,2147483648,4294967290,4294967294,length
shrink('4294967294', 1);
// expect: TypeError
// expect: 4294967295 0,2,2147483648,4294967290,4294967294,length
shrink('4294967294', 4294967294);
// expect: TypeError
// expect: 4294967295 0,2,2147483648,4294967290,4294967294,length
shrink('2147483648', 0);
// expect: TypeError
// expect: 2147483649 0,2,2147483648,length
shrink('2147483648', 2147483649); // expect: 2147483649 0,2,2147483648,length
shrink('1', 0);
// expect: TypeError
// expect: 2 0,1,length
shrink('0', 2147483648); // expect: 2147483648 0,2,length
