import { defineConfig } from '@playwright/test'

// Browser tests in the system's Chromium against the compiled simulator and the built console.
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  // Two runs at a time need a folder each: a run empties its own at the start.
  outputDir: process.env.E2E_OUTPUT ?? '../test-results',
  timeout: 90_000,
  expect: { timeout: 15_000 },
  workers: 1,
  // A shared machine stalls for seconds now and then; what passes only at the second try is named at the end.
  retries: 1,
  use: {
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
        '--ignore-gpu-blocklist',
        // Only the map needs WebGL; everything else is drawn at half the cost without it.
        '--disable-gpu-rasterization',
        '--disable-gpu-compositing',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--autoplay-policy=no-user-gesture-required',
      ],
    },
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
})
