// Very many clients of the boardgame.io server in one process, four a match.
// node crowd.js BASE MATCHES SECONDS RATE PROCESS: RATE moves a second a match, 0 as fast as it goes;
// PROCESS is the server's, whose processor time is taken.
// Prints what came of it as JSON, in the words of parlour.bench.crowd.

const { readFileSync } = require("node:fs");
const { io } = require("socket.io-client");

const [base, matches, seconds, rate] = [
  process.argv[2],
  Number(process.argv[3]),
  Number(process.argv[4]),
  Number(process.argv[5]),
];
const PERSONS = 4;
const TICKS_PER_SECOND = 100; // of Linux's /proc
const meter = { running: false, moves: 0, delays: [] };

let synced = 0;

function play(id) {
  // Who is on turn next moves on before all have heard of a move: so moves are known by their place.
  const match = { moves: 0, open: new Map(), nextAt: performance.now() };
  if (rate) match.nextAt += (1000 * Math.random()) / rate;
  for (let seat = 0; seat < PERSONS; seat++) {
    const player = String(seat);
    let heard = 0;
    const socket = io(`${base}/counting`, { transports: ["websocket"], forceNew: true });
    const act = (state) => {
      match.nextAt = Math.max(performance.now(), match.nextAt + (rate ? 1000 / rate : 0));
      match.open.set(match.moves++, { sent: performance.now(), heard: 0 });
      const payload = { type: "count", args: [], playerID: player };
      socket.emit("update", { type: "MAKE_MOVE", payload }, state._stateID, id, player);
    };
    const goOn = (state) => {
      if (state.ctx.currentPlayer !== player) return;
      const wait = match.nextAt - performance.now();
      if (rate && wait > 0) setTimeout(() => act(state), wait);
      else act(state);
    };
    socket.on("connect", () => socket.emit("sync", id, player, undefined, PERSONS));
    socket.on("sync", (_, info) => {
      if (++synced === matches * PERSONS) setTimeout(measure, Math.max(2000, 200 * seconds));
      match.synced = (match.synced ?? 0) + 1;
      if (match.synced === PERSONS) match.start(info.state);
    });
    if (seat === 0) match.start = goOn; // seat 0 begins, once all are there
    socket.on("update", (_, state) => {
      const move = match.open.get(heard);
      if (++move.heard === PERSONS) {
        match.open.delete(heard);
        if (meter.running) {
          meter.moves++;
          meter.delays.push(performance.now() - move.sent);
        }
      }
      heard++;
      goOn(state);
    });
  }
}

function serverSeconds() {
  const fields = readFileSync(`/proc/${process.argv[6]}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

function measure() {
  meter.running = true;
  const before = process.cpuUsage();
  const servedBefore = serverSeconds();
  const began = performance.now();
  setTimeout(() => {
    meter.running = false;
    const took = (performance.now() - began) / 1000;
    const spent = process.cpuUsage(before);
    const delays = Float64Array.from(meter.delays).sort();
    const figures = {
      tables: matches,
      moves: meter.moves,
      moves_per_second: meter.moves / took,
      median_ms: delays[delays.length >> 1] ?? null,
      p99_ms: delays[Math.floor(delays.length * 0.99)] ?? null,
      client_cpu_us_per_move: (spent.user + spent.system) / Math.max(1, meter.moves),
      server_cpu_us_per_move: (1e6 * (serverSeconds() - servedBefore)) / Math.max(1, meter.moves),
    };
    process.stdout.write(`${JSON.stringify(figures)}\n`, () => process.exit(0));
  }, 1000 * seconds);
}

for (let k = 0; k < matches; k++) play(`match${process.pid}x${k}`);
