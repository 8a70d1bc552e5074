import { TRACK_DATUMS, type TrackDatum } from '@backlot/contract/control/fleet-tracks'
import { problemText } from '@backlot/simulator/scenario/scenario'
import { describeTrack, type TrackDescription } from '@backlot/simulator/scenario/tracks/describe-track'
import { readTracks } from '@backlot/simulator/scenario/tracks/read-tracks'
import { Command, Option } from 'commander'
import { withExamples } from '../examples.ts'
import { EXIT } from '../exit-codes.ts'
import { numberOf } from '../parse-number.ts'

type CheckOptions = { json?: boolean; trackSpeed?: string; datum?: TrackDatum }

/** Recorded tracks of files. */
export function trackCommand(): Command {
  const track = new Command('track').description('recorded tracks of files')
  withExamples(
    track
      .command('check')
      .description('check files with recorded tracks (GPX, NMEA, CSV, GeoJSON), and say what was read')
      .argument('<file...>', 'files, or folders of them')
      .option('--track-speed <km/h>', 'speed on tracks without times')
      .addOption(
        new Option('--datum <name>', 'coordinates of the files (default: wgs84)').choices(TRACK_DATUMS),
      )
      .option('--json', 'print one line of JSON')
      .action((files: string[], options: CheckOptions) => check(files, options)),
    'backlot track check fixtures/tracks',
    'backlot track check route.gpx --track-speed 40',
  )
  return track
}

/** A file with a mistake is one of the user. */
function check(files: readonly string[], { json, trackSpeed, datum }: CheckOptions): void {
  const { tracks, problems, notes } = readTracks(files, {
    ...(trackSpeed === undefined
      ? {}
      : { speedKmh: numberOf('--track-speed', trackSpeed, { min: 0.5, max: 1000 }) }),
    ...(datum === undefined ? {} : { datum }),
  })
  if (problems.length > 0) process.exitCode = EXIT.mistake
  const described = tracks.map((track) => describeTrack(track, datum))
  if (json) {
    process.stdout.write(`${JSON.stringify({ problems, notes, tracks: described })}\n`)
    return
  }
  for (const problem of problems) process.stderr.write(`${problemText(problem)}\n`)
  for (const note of notes) process.stdout.write(`${problemText(note)}\n`)
  for (const track of described) process.stdout.write(`${linesOf(track).join('\n')}\n`)
}

function linesOf(track: TrackDescription): string[] {
  const { file, name, points, from, to, seconds, lengthKm, topKmh, bounds, gaps, warnings } = track
  const span = from === undefined ? 'no date' : `${from} to ${to}`
  return [
    `${file}: ${name}: ${points} points, ${lengthKm} km in ${durationOf(seconds)}, at most ${topKmh} km/h`,
    `  ${span}; longitude ${bounds.west} to ${bounds.east}, latitude ${bounds.south} to ${bounds.north}`,
    ...gaps.map((gap) => `  gap: nothing for ${durationOf(gap.seconds)} from ${gap.from}`),
    ...warnings.map((warning) => `  ${warning}`),
  ]
}

function durationOf(seconds: number): string {
  const whole = Math.round(seconds)
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  return `${parts[0]}:${String(parts[1]).padStart(2, '0')}:${String(parts[2]).padStart(2, '0')}`
}
