import { configDefaults, defineConfig } from 'vitest/config'

const TESTS = [
  '{contract,simulator,cli,console}/{src,.}/**/*.test.{ts,tsx}',
  '{testing,scripts}/**/*.test.ts',
]
const SLOW = '**/*.slow.test.{ts,tsx}'
const DEEP = '**/*.deep.test.{ts,tsx}'
const MOCKS = '**/*.mocks.test.{ts,tsx}'
const exclude = [...configDefaults.exclude, '**/dist/**']

/**
 * Tests of the code by how long they take: `unit` for every change (npm run check), `slow` for every commit (npm test),
 * `deep` for those with the processor to themselves (npm run test:deep). A file of four seconds and more is slow. Files
 * that mock modules are `unit-mocks`: they share no loaded modules with others.
 */
export default defineConfig({
  test: {
    // Two processors, and many a test waits for time to pass.
    maxWorkers: 3,
    projects: [
      { name: 'unit', include: TESTS, exclude: [...exclude, SLOW, DEEP, MOCKS] },
      { name: 'unit-mocks', include: [MOCKS], exclude, isolate: true },
      { name: 'slow', include: [SLOW], exclude },
      { name: 'deep', include: [DEEP], exclude },
    ].map((test) => ({
      resolve: { conditions: ['source'] },
      ssr: { resolve: { conditions: ['source'] } },
      test: {
        globalSetup: './scripts/bundle-workers.mjs',
        // Upper bounds, for machines several times as slow as a developer's.
        testTimeout: 120_000,
        hookTimeout: 120_000,
        expect: { poll: { timeout: 30_000 } },
        // Files share loaded modules: loading them anew for each of some five hundred files costs more than the tests.
        pool: 'threads',
        isolate: false,
        ...test,
      },
    })),
  },
})
