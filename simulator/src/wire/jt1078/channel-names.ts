/** Places that the logical channels of vehicles have (JT/T 1076-2016, table 2). */

type ChannelName = { zh: string; en: string }
const name = (zh: string, en: string): ChannelName => ({ zh, en })

const PLACES: Readonly<Record<number, ChannelName>> = {
  1: name('驾驶员', 'Driver'),
  2: name('车辆正前方', 'Front'),
  3: name('车前门', 'Front door'),
  4: name('车厢前部', 'Cabin, front'),
  5: name('车厢后部', 'Cabin, rear'),
  6: name('车后门', 'Rear door'),
  7: name('行李舱', 'Luggage'),
  8: name('车辆左侧', 'Left'),
  9: name('车辆右侧', 'Right'),
  10: name('车辆正后方', 'Rear'),
  11: name('车厢中部', 'Cabin, middle'),
  12: name('车中门', 'Middle door'),
  13: name('驾驶席车门', "Driver's door"),
}

/** The name of a logical channel: its number, and its place where the standard knows one. */
export function channelName(logical: number): ChannelName {
  const place = PLACES[logical]
  return place
    ? { zh: `${logical} ${place.zh}`, en: `${logical} ${place.en}` }
    : name(`通道 ${logical}`, `Channel ${logical}`)
}
