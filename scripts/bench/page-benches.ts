// Functions of the pages for the benchmarks that open them.

export type Camera = { sn: string; chnId: number; streamType?: 'main' | 'sub' }
export type Opened = {
  sn: string
  /** From the start request's departure to the first picture. */
  fromRequestMs: number
  /** From the opening of all windows to the first picture. */
  fromOpenMs: number
}
export type Frames = { total: number; dropped: number }
/** What the first window shows in a time: the age of each picture, and the time between two. Milliseconds. */
export type Ages = { ages: number[]; gaps: number[] }
export type VideoBench = {
  /** Windows that open from now on play by MSE alone, or as they do by themselves. */
  onlyMse(only: boolean): void
  /** How the windows play, each way once. */
  ways(): string[]
  /**
   * Opens all at once; resolves when each has a picture, rejects after `timeoutMs`. The first window is selected;
   * `whole`: all windows keep all their pictures, however busy the machine is.
   */
  open(cameras: readonly Camera[], timeoutMs: number, whole: boolean): Promise<Opened[]>
  frames(): Frames
  /** Windows that show key frames only. */
  thinned(): number
  /** `ahead`: platform time less the machine's. */
  ages(durationMs: number, aheadMs: number): Promise<Ages>
  /**
   * Turns the camera of the first window, until its picture has moved. Answers the milliseconds from the press to the
   * first picture that points elsewhere.
   */
  turn(toTheRight: boolean, timeoutMs: number): Promise<number>
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

export type MapFix = {
  id: number
  longitude: number
  latitude: number
  direction: number
  speed: number
  locationTime: number
}
export type MapBatch = readonly MapFix[]
export type MapBench = {
  /** Puts this many devices of a scene on the map of a contender; resolves when they are drawn. */
  load(kind: string, scene: string, count: number): Promise<void>
  /** Prepares batches with this many changes each, for the next run. */
  prepare(batches: number, changes: number): void
  /** Applies the prepared batches at an interval, each with its frames. Answers the number within the bound. */
  run(everyMs: number, boundMs: number): Promise<number>
  /** How often the map moved since the last time. */
  takeMoves(): number
}

export type StyleBench = {
  /** Loads the code when it is the first time and makes the map; ms until its ground was drawn, and all of it. */
  open(place: { longitude: number; latitude: number; zoom: number }): Promise<{
    pictureMs: number
    wholeMs: number
  }>
  close(): void
}

export type AlarmFeed = 'shipped' | 'copying'
export type AlarmBench = {
  /** Starts again with a full list, calm. */
  fill(kind: AlarmFeed): Promise<void>
  /** Feeds alarms at a rate, those that are due with each frame. Answers their number, and how many rows are drawn. */
  run(kind: AlarmFeed, perSecond: number, forMs: number): Promise<{ fed: number; rows: number }>
}

declare global {
  interface Window {
    mapBench: MapBench
    videoBench: VideoBench
    treeBench: TreeBench
    alarmBench: AlarmBench
    styleBench: StyleBench
  }
}
