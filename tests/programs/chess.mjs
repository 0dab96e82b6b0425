// chess.js: every move from a position, boards in BigInts.
import { Chess } from "chess.js/dist/esm/chess.js";
const chess = new Chess("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
print(chess.perft(1), chess.moves({ square: "e5" }).join(), chess.hash?.() ?? "");
const game = new Chess();
game.loadPgn("[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 {Ruy} a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O *");
print(game.fen(), game.history().join(" "), game.getComments().length, game.pgn());
print(game.ascii());
try { game.move("Qxh7"); } catch (error) { print(error.message); }
print(new Chess("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").isStalemate(), new Chess("R5k1/5ppp/8/8/8/8/8/7K b - - 0 1").isCheckmate());
