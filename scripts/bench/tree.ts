// The device tree with 100,000 nodes beside antd's Tree, in one page, in turns.
import { launchSimulator } from '../../testing/launch-simulator.ts'
import { buildPages, openBrowser, openPage } from './bench-pages.ts'
import type { TreeTimes } from './page-benches.ts'
import { type Finding, median } from './report.ts'
import { sized } from './size.ts'

const ROUNDS = sized(7, 1)
/** Rounds in which the browser still compiles both; the first is reported separately. */
const WARM_UP_ROUNDS = sized(3, 1)
/** Every key leaves fewer matches: from all nodes to a few. */
const TYPED = 'camera 123'

export async function benchTree(): Promise<Finding[]> {
  await buildPages(['tree'])
  await using simulator = await launchSimulator()
  const browser = await openBrowser()
  const ours: TreeTimes[] = []
  const antd: TreeTimes[] = []
  let cold = ''
  try {
    const page = await openPage(await browser.newContext(), simulator.url, 'tree')
    await page.waitForFunction(() => window.treeBench !== undefined)
    // Each begins with a clean heap: it must not collect the other's garbage.
    const run = async (kind: 'ours' | 'antd') => {
      await page.requestGC()
      return page.evaluate(([which, text]) => window.treeBench.run(which, text), [kind, TYPED] as const)
    }
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
      const [a, b] = [await run('ours'), await run('antd')]
      if (a.rows < 10 || b.rows < 10) throw new Error(`A tree drew nothing: ${a.rows} and ${b.rows} rows.`)
      if (round === -WARM_UP_ROUNDS) cold = `${ms(a.paintMs)} beside ${ms(b.paintMs)}`
      if (round < 0) continue
      ours.push(a)
      antd.push(b)
    }
  } finally {
    await browser.close()
  }
  const paintRatio = median(ours.map(({ paintMs }, i) => paintMs / (antd[i] as TreeTimes).paintMs))
  const keyRatio = median(ours.map(({ keysMs }, i) => median(keysMs) / median((antd[i] as TreeTimes).keysMs)))
  return [
    { name: 'the very first paint, device tree beside antd Tree', value: cold },
    { name: 'antd Tree, to paint', value: ms(median(antd.map(({ paintMs }) => paintMs))) },
    {
      name: 'device tree, to paint',
      value: `${ms(median(ours.map(({ paintMs }) => paintMs)))}, ${paintRatio.toFixed(3)} of antd`,
      goal: '≤ 0.100',
      holds: paintRatio <= 0.1,
    },
    { name: 'antd Tree, per keystroke', value: ms(median(antd.flatMap(({ keysMs }) => keysMs))) },
    {
      name: 'device tree, per keystroke',
      value: `${ms(median(ours.flatMap(({ keysMs }) => keysMs)))}, ${keyRatio.toFixed(3)} of antd`,
      goal: '≤ 0.050',
      holds: keyRatio <= 0.05,
    },
  ]
}

const ms = (value: number) => `${value.toFixed(1)} ms`
