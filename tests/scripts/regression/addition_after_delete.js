// A property that one site adds to many objects was added twice to an object that had lost it before.

function mark(object) {
    object.marked = true;
    object.last = 'last';
}
function make(count) {
    var object = {};
    for (var i = 0; i < count; i++) object['p' + i] = i;
    return object;
}
for (var i = 0; i < 3; i++) {
    var object = make(9);
    mark(object);
    delete object.marked;
    object.other = 'other';
    mark(object);
    mark(object);
    object.after = 'after';
    print(Object.keys(object).join(), object.other, object.marked, object.last, object.after);
// expect: p0,p1,p2,p3,p4,p5,p6,p7,p8,last,other,marked,after other true last after
// expect: p0,p1,p2,p3,p4,p5,p6,p7,p8,last,other,marked,after other true last after
// expect: p0,p1,p2,p3,p4,p5,p6,p7,p8,last,other,marked,after other true last after
}
