// A warehouse: orders reserve goods in bins, prices have tiers, and a report is printed. It has a bug: goods are taken from the emptiest
// bins first. `scripts/try-devtools` looks for it in Chrome DevTools.

type Sku = string;

interface Good {
  readonly sku: Sku;
  readonly name: string;
  readonly cents: number;
  readonly grams: number;
}

interface Bin {
  readonly place: string;
  readonly sku: Sku;
  left: number;
}

interface Line {
  readonly sku: Sku;
  readonly count: number;
}

interface Order {
  readonly id: number;
  readonly customer: string;
  readonly lines: readonly Line[];
}

interface Reservation {
  readonly order: number;
  readonly sku: Sku;
  readonly bin: Bin;
  readonly count: number;
}

enum State {
  Open,
  Reserved,
  Refused,
  Shipped,
}

class Refused extends Error {
  constructor(
    readonly order: Order,
    readonly sku: Sku,
    readonly missing: number,
  ) {
    super(`order ${order.id}: ${missing} of ${sku} are missing`);
  }
}

// Goods and bins.

const GOODS = `
pen    | ball pen         |   120 |   9
book   | exercise book    |   340 | 180
lamp   | desk lamp        |  2990 | 940
chair  | folding chair    |  4550 | 3900
tape   | adhesive tape    |   210 |  40
clip   | paper clips      |    95 |  25
`;

const BINS = `
A1 pen 40
A2 pen 7
B1 book 12
B2 book 9
B3 book 100
C1 lamp 3
C2 lamp 2
D1 chair 1
E1 tape 30
E2 clip 80
`;

function rows(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length > 0);
}

function readGoods(text: string): Map<Sku, Good> {
  const goods = new Map<Sku, Good>();
  for (const row of rows(text)) {
    const [sku, name, cents, grams] = row.split('|').map((cell) => cell.trim());
    goods.set(sku, { sku, name, cents: Number(cents), grams: Number(grams) });
  }
  return goods;
}

function readBins(text: string): Bin[] {
  return rows(text).map((row) => {
    const [place, sku, left] = row.split(' ');
    return { place, sku, left: left as unknown as number };
  });
}

// Prices.

interface Tier {
  readonly from: number;
  readonly percent: number;
}

const TIERS: readonly Tier[] = [
  { from: 1, percent: 0 },
  { from: 10, percent: 5 },
  { from: 50, percent: 12 },
  { from: 100, percent: 20 },
];

function tierOf(count: number): Tier {
  let best = TIERS[0];
  for (const tier of TIERS) {
    if (count >= tier.from) best = tier;
  }
  return best;
}

function priceOf(good: Good, count: number): number {
  const { percent } = tierOf(count);
  return Math.round((good.cents * count * (100 - percent)) / 100);
}

function postage(grams: number): number {
  const steps: readonly [number, number][] = [
    [500, 390],
    [2_000, 590],
    [10_000, 990],
  ];
  for (const [most, cents] of steps) {
    if (grams <= most) return cents;
  }
  return 990 + Math.ceil((grams - 10_000) / 1_000) * 90;
}

// Stock.

class Stock {
  readonly #bins: Bin[];
  readonly #reservations: Reservation[] = [];

  constructor(bins: Bin[]) {
    this.#bins = bins;
  }

  binsOf(sku: Sku): Bin[] {
    return this.#bins.filter((bin) => bin.sku === sku);
  }

  available(sku: Sku): number {
    return this.binsOf(sku).reduce((sum, bin) => sum + Number(bin.left), 0);
  }

  /** Takes goods from the fullest bins first. */
  reserve(order: Order, sku: Sku, count: number): Reservation[] {
    const bins = this.binsOf(sku).filter((bin) => bin.left > 0);
    bins.sort((a, b) => (a.left < b.left ? 1 : -1));
    const taken: Reservation[] = [];
    let missing = count;
    for (const bin of bins) {
      if (missing === 0) break;
      const part = Math.min(missing, bin.left);
      missing -= part;
      taken.push({ order: order.id, sku, bin, count: part });
      // A single bin is enough in most cases.
      if (bin.left > count) break;
    }
    if (missing > 0) throw new Refused(order, sku, missing);
    for (const { bin, count: part } of taken) bin.left -= part;
    this.#reservations.push(...taken);
    return taken;
  }

  release(order: number): void {
    for (const { bin, count } of this.#reservations.filter((it) => it.order === order)) bin.left += count;
  }

  get reservations(): readonly Reservation[] {
    return this.#reservations;
  }
}

// Orders.

const ORDERS: readonly Order[] = [
  { id: 1, customer: 'Ada', lines: [{ sku: 'pen', count: 45 }, { sku: 'book', count: 2 }] },
  { id: 2, customer: 'Brook', lines: [{ sku: 'lamp', count: 4 }] },
  { id: 3, customer: 'Cleo', lines: [{ sku: 'book', count: 95 }] },
  { id: 4, customer: 'Dan', lines: [{ sku: 'chair', count: 2 }] },
  { id: 5, customer: 'Eve', lines: [{ sku: 'tape', count: 12 }, { sku: 'clip', count: 60 }] },
];

interface Invoice {
  readonly order: Order;
  state: State;
  goods: number;
  postage: number;
  problem?: string;
  picks: string[];
}

class Desk {
  readonly #goods: Map<Sku, Good>;
  readonly #stock: Stock;

  constructor(goods: Map<Sku, Good>, stock: Stock) {
    this.#goods = goods;
    this.#stock = stock;
  }

  #good(sku: Sku): Good {
    const good = this.#goods.get(sku);
    if (good === undefined) throw new RangeError(`there is no ${sku}`);
    return good;
  }

  take(order: Order): Invoice {
    const invoice: Invoice = { order, state: State.Open, goods: 0, postage: 0, picks: [] };
    let grams = 0;
    try {
      for (const { sku, count } of order.lines) {
        const good = this.#good(sku);
        const reserved = this.#stock.reserve(order, sku, count);
        invoice.goods += priceOf(good, count);
        grams += good.grams * count;
        for (const { bin, count } of reserved) invoice.picks.push(`${bin.place}:${count}`);
      }
      invoice.postage = postage(grams);
      invoice.state = State.Reserved;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#stock.release(order.id);
      invoice.state = State.Refused;
      invoice.problem = error.message;
    }
    return invoice;
  }

  async ship(invoice: Invoice): Promise<Invoice> {
    if (invoice.state !== State.Reserved) return invoice;
    await new Promise((done) => setTimeout(done, 5));
    invoice.state = State.Shipped;
    return invoice;
  }
}

// The report.

function money(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

function shown(invoice: Invoice): string {
  const { order, state, goods, postage, problem, picks } = invoice;
  const head = `${String(order.id).padStart(2)} ${order.customer.padEnd(6)} ${State[state].padEnd(8)}`;
  if (problem !== undefined) return `${head} ${problem}`;
  return `${head} ${money(goods).padStart(8)} + ${money(postage)}  ${picks.join(' ')}`;
}

function totals(invoices: readonly Invoice[]): string {
  const shipped = invoices.filter((invoice) => invoice.state === State.Shipped);
  const sum = shipped.reduce((cents, invoice) => cents + invoice.goods + invoice.postage, 0);
  return `${shipped.length} of ${invoices.length} orders, ${money(sum)}`;
}

async function main(): Promise<void> {
  const goods = readGoods(GOODS);
  const stock = new Stock(readBins(BINS));
  const desk = new Desk(goods, stock);
  const invoices: Invoice[] = [];
  for (const order of ORDERS) {
    const invoice = desk.take(order);
    invoices.push(await desk.ship(invoice));
    console.log(shown(invoice));
  }
  console.log(totals(invoices));
}

await main();
