import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte()],
  base: "./",
  build: {
    outDir: "../src/parlour/server/static",
    emptyOutDir: true,
    target: ["es2022", "chrome94", "safari15.4", "firefox93"],
    reportCompressedSize: true,
  },
  // `npm run dev` beside a running `parlour serve --port 8470`.
  server: { proxy: { "/api": { target: "http://127.0.0.1:8470", ws: true } } },
  test: { include: ["test/**/*.test.ts"], environment: "node" },
});
