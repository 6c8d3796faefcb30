// A boardgame.io server in memory with the smallest game there is: four players count in turn.
// node server.js PORT

const { Server } = require("boardgame.io/server");

const Counting = {
  name: "counting",
  setup: () => ({ count: 0 }),
  moves: { count: ({ G }) => ({ count: G.count + 1 }) },
  turn: { minMoves: 1, maxMoves: 1 },
};

console.info = () => {};
Server({ games: [Counting], origins: [/.*/] }).run(Number(process.argv[2]), () => {
  process.stdout.write("ready\n");
});
