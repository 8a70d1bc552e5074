import { consoleSizes, firstHomeBytes } from '../console-sizes.mjs'
import type { Finding } from './report.ts'

const KB = 1000
const kilobytes = (bytes: number) => `${(bytes / KB).toFixed(1)} kB`

/**
 * Compressed sizes that the built console makes a browser load. The limits are those of
 * tests/conformance/console-sizes.test.ts.
 */
export async function benchSizes(): Promise<Finding[]> {
  const homeBytes = firstHomeBytes()
  const { signInBytes, signInFiles, shellBytes, shellFiles, screens } = consoleSizes()
  return [
    {
      name: 'sign-in page',
      value: `${kilobytes(signInBytes)} in ${signInFiles} files`,
      goal: '< 250 kB',
      holds: signInBytes < 250 * KB,
    },
    {
      name: 'home for who comes for the first time, sign-in page and shell with it',
      value: kilobytes(homeBytes),
      goal: '< 600 kB',
      holds: homeBytes < 600 * KB,
    },
    { name: 'the shell on top of it', value: `${kilobytes(shellBytes)} in ${shellFiles} files` },
    ...screens.map(({ screen, ownBytes, bytes }) => ({
      name: `${screen} as the first screen`,
      value: `${kilobytes(bytes)}, ${kilobytes(ownBytes)} of them its own`,
      goal: '< 150 kB of its own',
      holds: ownBytes < 150 * KB,
    })),
  ]
}
