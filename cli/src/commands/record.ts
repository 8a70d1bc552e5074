import { Command } from 'commander'
import { byteSizeOf, saidSize } from '../capture/byte-size.ts'
import { type RecordSummary, recordPlatform } from '../capture/record-platform.ts'
import {
  consoleServerOptions,
  type PlatformFlags,
  reachedJson,
  reachedLines,
  untilSignal,
  withPlatform,
} from '../console-server/platform-flags.ts'
import { EXIT } from '../exit-codes.ts'
import { spanOf } from '../spans.ts'

type Flags = Omit<PlatformFlags, 'media'> & {
  output: string
  for?: string
  maxSize: string
  keepPersonal?: boolean
  json?: boolean
}

const MIN_BYTES = 100_000
const DAY_MS = 86_400_000

export function recordCommand(): Command {
  // `--media` names hosts of streams and `--no-media` keeps none of them: to the parser one would undo the other.
  const hosts: string[] = []
  let keepsMedia = true
  const command = withPlatform(
    new Command('record').description('serve the console for a platform and record the session'),
  )
    .requiredOption('-o, --output <folder>', 'folder of the capture; it must be new or empty')
    .option('--for <duration>', 'stop after this time: 90s, 10m (default: on Ctrl+C)')
    .option('--max-size <size>', 'size limit: 500kB, 20MB, 2GB', '1GB')
    .option('--no-media', 'do not record streams, pictures and sound')
    .option('--keep-personal', 'do not mask personal data; secrets are always masked')
    .option('--json', 'print one line of JSON when ready and one at the end')
    .addHelpText(
      'after',
      `
Examples:
  $ backlot record --platform https://video.example.org -o capture/
  $ backlot record --platform https://video.example.org -o capture/ --for 10m --no-media

Passwords, sessions, cookies, tokens, and names, phone numbers and addresses of persons are masked before they are
written (docs/record-replay.md).`,
    )
    .action(async (flags: Flags) => {
      const forMs =
        flags.for === undefined
          ? undefined
          : spanOf('--for', flags.for, { minMs: 1000, maxMs: DAY_MS, said: 'from 1s to 1d' })
      const options = consoleServerOptions({ ...flags, media: hosts })
      const recording = await recordPlatform({
        ...options,
        folder: flags.output,
        maxBytes: byteSizeOf('--max-size', flags.maxSize, MIN_BYTES),
        keepsMedia,
        keepsPersonal: flags.keepPersonal ?? false,
      })
      const { hash } = recording
      const signal = untilSignal()
      process.stdout.write(
        flags.json
          ? `${JSON.stringify({ ...reachedJson(recording), platform: options.platform.href, hash, folder: flags.output, pid: process.pid })}\n`
          : `\n${reachedLines(recording)}\n  Platform   ${options.platform.href}\n  Capture    ${flags.output}\n\n  Open the console in a private window, sign in, and do what you want to record.\n  Ctrl+C ends it.\n`,
      )
      const why = await Promise.race([
        signal.then(() => 'asked' as const),
        ...(forMs === undefined ? [] : [after(forMs).then(() => 'time' as const)]),
      ])
      const summary = await recording.end(why)
      process.stdout.write(
        flags.json ? `${JSON.stringify(summary)}\n` : `${summaryLines(summary).join('\n')}\n`,
      )
      process.exit(EXIT.done)
    })
  return command
    .on('option:media', (host: string) => void hosts.push(host))
    .on('option:no-media', () => {
      keepsMedia = false
    })
}

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const LEFT_WORDS: Readonly<Record<string, string>> = {
  size: 'above --max-size',
  media: 'streams, pictures or sound (--no-media)',
  document: 'documents that cannot be masked (--keep-personal keeps them)',
  longText: 'texts too long to be masked',
  unreadableSocket: 'sockets that could not be read completely',
}

function summaryLines({ calls, sockets, frames, bytes, seconds, masked, left }: RecordSummary): string[] {
  const values = Object.values(masked).reduce((sum, count) => sum + count, 0)
  return [
    '',
    `  ${calls} calls, ${sockets} sockets with ${frames} frames, ${saidSize(bytes)} in ${seconds} s.`,
    `  ${values} values masked.`,
    ...Object.entries(left).map(
      ([why, { count, bytes: size }]) =>
        `  Left out: ${count} × ${LEFT_WORDS[why] ?? why}${size > 0 ? `, ${saidSize(size)}` : ''}.`,
    ),
  ]
}
