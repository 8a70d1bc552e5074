// What the pages offer to the benchmarks that open them.

export type Camera = { sn: string; chnId: number }
export type Opened = {
  sn: string
  /** From the start request's departure to the first picture. */
  fromRequestMs: number
  /** From the opening of all windows to the first picture. */
  fromOpenMs: number
}
export type Frames = { total: number; dropped: number }
export type VideoBench = {
  /** Opens all at once; resolves when each has a picture, rejects after `timeoutMs`. */
  open(cameras: readonly Camera[], timeoutMs: number): Promise<Opened[]>
  frames(): Frames
  /** Ages of the pictures that the first window shows in a time. `ahead`: platform time less the machine's. */
  ages(durationMs: number, aheadMs: number): Promise<number[]>
  close(): void
}

export type TreeTimes = {
  /** From the flat list of nodes to the laid-out tree. */
  paintMs: number
  /** Each key of the typed text, to the laid-out tree. */
  keysMs: number[]
  /** Rows in the document, to see that there is a tree at all. */
  rows: number
}
export type TreeBench = { run(kind: 'ours' | 'antd', text: string): TreeTimes }

declare global {
  interface Window {
    videoBench: VideoBench
    treeBench: TreeBench
  }
}
