import { cpus, totalmem } from 'node:os'

/** Result of a benchmark: rows to print, and ratios that may be asserted. */
export type Finding = {
  name: string
  value: string
  goal?: string
  holds?: boolean
  /** It holds on any machine, however busy: counts, not speeds. */
  isExact?: boolean
}

export function printMachine(): void {
  const cpu = cpus()
  console.log(
    `${cpu.length} × ${cpu[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`,
  )
}

export function printFindings(title: string, findings: readonly Finding[]): void {
  console.log(`\n${title}`)
  const width = Math.max(...findings.map((f) => f.name.length))
  for (const f of findings) {
    const mark = f.holds === undefined ? ' ' : f.holds ? '✓' : '✗'
    console.log(`  ${mark} ${f.name.padEnd(width)}  ${f.value}${f.goal ? `   (goal: ${f.goal})` : ''}`)
  }
}

export const rate = (n: number) => (n >= 10_000 ? `${(n / 1000).toFixed(1)}k` : n.toFixed(n < 10 ? 2 : 0))
export const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN
