// not for node: it takes the bytes 0x80 to 0x9F of windows-1252 for those of Latin-1
// TextEncoder and TextDecoder.
var encoder = new TextEncoder();
print(encoder.encoding, encoder.encode().length, encoder.encode(undefined).length, encoder.encode(null).join());
// expect: utf-8 0 0 110,117,108,108
print(encoder.encode("aé€😀").join(), encoder.encode("\uD800x\uDC00").join());
// expect: 97,195,169,226,130,172,240,159,152,128 239,191,189,120,239,191,189
var long = "ab€😀".repeat(1000);
print(encoder.encode(long).length, new TextDecoder().decode(encoder.encode(long)) === long); // expect: 9000 true

function into(text, size) {
  var target = new Uint8Array(size).fill(255);
  var result = encoder.encodeInto(text, target);
  return result.read + "/" + result.written + ":" + target.join();
}
print(into("aé€", 2), into("aé€", 3), into("aé€", 5), into("aé€", 6), into("😀", 3), into("\uD800a", 4), into("", 0));
// expect: 1/1:97,255 2/3:97,195,169 2/3:97,195,169,255,255 3/6:97,195,169,226,130,172 0/0:255,255,255 2/4:239,191,189,97 0/0:

function decoded(bytes, label, options) {
  try {
    return JSON.stringify(new TextDecoder(label, options).decode(new Uint8Array(bytes)));
  } catch (error) {
    return error.name;
  }
}
for (var bytes of [[0x61, 0xC3, 0xA9], [0xFF], [0xC3], [0xC3, 0x28], [0xE2, 0x82], [0xE2, 0x28, 0xA1], [0xF0, 0x9F, 0x98, 0x80],
  [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC0, 0x80], [0xEF, 0xBB, 0xBF, 0x61], [0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF]]) {
  print(decoded(bytes), decoded(bytes, "utf8", { fatal: true }), decoded(bytes, "UTF-8 ", { ignoreBOM: true }));
// expect: "aé" "aé" "aé"
// expect: "�" TypeError "�"
// expect: "�" TypeError "�"
// expect: "�(" TypeError "�("
// expect: "�" TypeError "�"
// expect: "�(�" TypeError "�(�"
// expect: "😀" "😀" "😀"
// expect: "���" TypeError "���"
// expect: "����" TypeError "����"
// expect: "��" TypeError "��"
// expect: "a" "a" "﻿a"
// expect: "﻿" "﻿" "﻿﻿"
}
for (var bytes of [[0x61, 0], [0xFF, 0xFE, 0x61, 0], [0x3D, 0xD8, 0, 0xDE], [0x3D, 0xD8], [0, 0xDE, 0x61, 0], [0x3D, 0xD8, 0x61, 0], [0x61]]) {
  print(decoded(bytes, "utf-16"), decoded(bytes, "utf-16le", { fatal: true }), decoded(bytes, "utf-16be"));
// expect: "a" "a" "愀"
// expect: "a" "a" "￾愀"
// expect: "😀" "😀" "㷘Þ"
// expect: "�" TypeError "㷘"
// expect: "�a" TypeError "Þ愀"
// expect: "�a" TypeError "㷘愀"
// expect: "�" TypeError "�"
}
print(decoded([0x80, 0x99, 0xE9, 0x41, 0x81], "windows-1252"), new TextDecoder("latin1").encoding, new TextDecoder(" ASCII\n").encoding);
// expect: "€™éA" windows-1252 windows-1252

// Pieces: what is cut in the middle waits.
var decoder = new TextDecoder();
var all = encoder.encode("\uFEFFé€😀.");
var text = "";
for (var byte of all) text += decoder.decode(new Uint8Array([byte]), { stream: true });
text += decoder.decode();
print(text === "é€😀.", decoder.decode(new Uint8Array([0xE2, 0x82]), { stream: true }).length, decoder.decode(new Uint8Array([0x41])));
// expect: true 0 �A
decoder = new TextDecoder("utf-16le");
print(decoder.decode(new Uint8Array([0x3D, 0xD8, 0]), { stream: true }).length, decoder.decode(new Uint8Array([0xDE])).codePointAt(0).toString(16));
// expect: 0 1f600

// All kinds of input.
var buffer = encoder.encode("xabc").buffer;
decoder = new TextDecoder();
print(decoder.decode(buffer), decoder.decode(new DataView(buffer, 1)), decoder.decode(new Uint16Array(buffer, 2)), decoder.decode(undefined));
// expect: xabc abc bc
print(decoder.encoding, decoder.fatal, decoder.ignoreBOM, String(decoder), String(encoder));
// expect: utf-8 false false [object TextDecoder] [object TextEncoder]
for (var wrong of [() => decoder.decode("a"), () => decoder.decode({}), () => new TextDecoder("no such"), () => TextDecoder(), () => encoder.encodeInto("a", [])]) {
  try {
    print(wrong());
  } catch (error) {
    print(error.name);
// expect: TypeError
// expect: TypeError
// expect: RangeError
// expect: TypeError
// expect: TypeError
  }
}
