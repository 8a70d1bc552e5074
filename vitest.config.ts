import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    include: [
      '{contract,simulator,cli,console}/{src,.}/**/*.test.{ts,tsx}',
      '{testing,scripts}/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: './scripts/bundle-workers.mjs',
    // Upper bounds, for machines several times as slow as a developer's.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // Files share loaded modules: loading them anew for each of some three hundred files costs more than the tests.
    pool: 'threads',
    isolate: false,
    // Two processors, and many a test waits for time to pass.
    maxWorkers: 3,
  },
})
