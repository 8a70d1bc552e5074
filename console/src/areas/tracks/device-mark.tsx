import { cssColour } from '../../features/map/marker-look.ts'
import { DEVICE_COLOURS } from './use-tracks.ts'

/** The colour of a device, by its place in the search. */
export function DeviceMark({ place }: { place: number }) {
  const colour = DEVICE_COLOURS[place % DEVICE_COLOURS.length]!
  return <i className="track-device-mark" style={{ background: cssColour(colour) }} aria-hidden />
}
