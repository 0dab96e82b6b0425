print('a-b-c'.replace(/(?<x>b)|-/g, (m, x) => x ?? '_'), `${1 + 1}${'é'.normalize('NFD').length}`, String.raw`\n`, 'x'.padStart(5, 'ab'), [..'😀']);
