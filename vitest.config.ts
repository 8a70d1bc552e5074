import { configDefaults, defineConfig } from 'vitest/config'

const TESTS = [
  '{contract,simulator,cli,console}/{src,page,.}/**/*.test.{ts,tsx}',
  '{testing,scripts}/**/*.test.ts',
]
/** npm run check sets it. */
const SLOW = process.env['LEAVE_OUT_SLOW'] ? ['**/*.slow.test.{ts,tsx}'] : []
const DEEP = '**/*.deep.test.{ts,tsx}'
const MOCKS = '**/*.mocks.test.{ts,tsx}'
const exclude = [...configDefaults.exclude, '**/dist/**']

/**
 * Tests of the code by how long they take: `code` without the slow ones for every change (npm run check), all of it for
 * every commit (npm test), `deep` for those with the processor to themselves (npm run test:deep). A file of four seconds
 * and more is slow. Files that mock modules are `code-mocks`: they share no loaded modules with others.
 */
export default defineConfig({
  test: {
    // Two processors, and many a test waits for time to pass.
    maxWorkers: 3,
    projects: [
      { name: 'code', include: TESTS, exclude: [...exclude, ...SLOW, DEEP, MOCKS] },
      { name: 'code-mocks', include: [MOCKS], exclude, isolate: true },
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
