// What the classes of the web show of themselves, as Node's do.
(function () {
  'use strict';

  const custom = Symbol.for('nodejs.util.inspect.custom');
  // `brief` stands for what is deeper than is shown. Without it that is shown as any object.
  const shows = (Class, work, brief) => {
    if (Class === undefined) return;
    Object.defineProperty(Class.prototype, custom, {
      value(depth, options, inspect) {
        if (depth !== null && depth < 0) return brief === undefined ? this : options.stylize(brief, 'special');
        return `${this.constructor?.name ?? Class.name} ${work(this, options, inspect)}`;
      },
      writable: true, configurable: true,
    });
  };

  const PARTS = [
    'href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'searchParams', 'hash',
  ];
  shows(globalThis.URL, (url, options, inspect) => inspect(Object.fromEntries(PARTS.map(name => [name, url[name]])), options));
  shows(globalThis.URLSearchParams, (params, options, inspect) => {
    const all = [...params].map(([name, value]) => `${inspect(name, options)} => ${inspect(value, options)}`);
    if (all.length === 0) return '{}';
    const length = all.reduce((sum, one) => sum + one.length + 2, -2);
    return length <= options.breakLength ? `{ ${all.join(', ')} }` : `{\n  ${all.join(',\n  ')} }`;
  }, '[Object]');
  shows(globalThis.Headers, (headers, options, inspect) => inspect(Object.fromEntries(headers), options));
})();
