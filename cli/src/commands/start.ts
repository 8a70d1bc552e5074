import { perWire, WIRE_NAMES, WIRES } from '@backlot/contract/wires/wires'
import { createSimulator, type Simulator } from '@backlot/simulator/create-simulator'
import { Command } from 'commander'
import { saidSize } from '../capture/byte-size.ts'
import { collect } from '../collect.ts'
import { pageAddress } from '../control-client.ts'
import { EXIT } from '../exit-codes.ts'
import { fetchOption, NO_FETCH } from '../ffmpeg/fetch-option.ts'
import { releaseIdleMemory } from '../release-idle-memory.ts'
import { noteLine, verdictLine } from '../scenario/run-lines.ts'
import { type StartFlags, startOptions } from '../start-options.ts'
import { staticSettings } from '../static-page/simulator-settings.ts'
import { writeStaticSimulator } from '../static-page/write-static-simulator.ts'

/** Ctrl+C ends everything well within three seconds. */
const STOP_WITHIN_MS = 2500

function timelineText({ timeline }: Simulator): string {
  const progress = timeline.progress()
  if (!progress) return 'none'
  const { scenario, state, begun, entries } = progress
  return `${scenario}, ${state === 'over' ? 'over' : `${begun} of ${entries} entries begun`}; see backlot status`
}

function greeting(simulator: Simulator): string {
  return `
  Backlot is ready.

  Console    ${simulator.url}
  Sign in    ${simulator.signIn.loginName} / ${simulator.signIn.password}
  Devices    ${simulator.deviceCount}, seed ${simulator.seed}
  Control    ${simulator.control}   (token in ${simulator.dataFolder}/control.json)
             ${pageAddress(simulator.url, simulator.controlToken)}
  Streams    ${simulator.media}
  RTMP       ${simulator.rtmp ?? 'off'}
  RTSP       ${simulator.rtsp ?? 'off'}
  ONVIF      ${simulator.onvif ?? 'off'}
${WIRE_NAMES.map((wire) => `  ${WIRES[wire].title.padEnd(10)} ${simulator[wire] ?? 'off'}\n`).join('')}  JT/T 1078  ${simulator.jt1078 ?? 'off'}
  GB/T 28181 ${simulator.gb28181 ?? 'off'}${simulator.gb28181To === null ? '' : `, own cameras at ${simulator.gb28181To}`}
  MQTT       ${simulator.mqtt ?? 'off'}${simulator.mqttTo === null ? '' : `, own devices at ${simulator.mqttTo}`}
  Modbus     ${simulator.modbus ?? 'off'}
  Timeline   ${timelineText(simulator)}
  ffmpeg     ${simulator.ffmpeg ?? 'none found: cameras play sample clips (install ffmpeg, or set FFMPEG_PATH)'}

  Next, in another terminal:
    npx backlot status
    npx backlot storm alarms --rate 20 --for 10s
    npx backlot clock jump '+6h'

  Ctrl+C ends it.
`
}

function writeFolder(folder: string, flags: StartFlags, command: Command): void {
  const written = writeStaticSimulator(folder, staticSettings(flags, command))
  const { consoleBytes, simulatorBytes } = written
  process.stdout.write(
    flags.json
      ? `${JSON.stringify({ folder, consoleBytes, simulatorBytes })}\n`
      : `
  Folder     ${folder}, ${saidSize(consoleBytes)} of console and ${saidSize(simulatorBytes)} of simulator
  Serve it over https, or from localhost, with any static web server.
`,
  )
}

/** Waits for SIGINT or SIGTERM, or for a vital part to die. */
function ending(simulator: Simulator): Promise<'signal' | Error> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve('signal'))
    process.once('SIGTERM', () => resolve('signal'))
    simulator.failed.then(resolve)
  })
}

export function startCommand(): Command {
  const command = new Command('start')
    .description('start the platform, its devices and the console')
    .option('--port <n>', 'HTTP, console, channel and streams; 0 picks free ports everywhere (default: 8080)')
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
    .option('--data <folder>', "data folder, or ':memory:' for a temporary one (default: .backlot)")
    .option('--snapshot <file>', "file of 'backlot snapshot export' that a new data folder begins with")
    .option('--seed <n>', 'seed of a new world')
    .option(
      '--scenario <file>',
      'fleet, users, groups and a timeline to play: a file or a shipped name (default: the demo, without a timeline)',
    )
    .option(
      '--kinds <file>',
      'a file, or a folder of files, with kinds of devices of your own (repeatable; docs/kind-files.md)',
      collect,
    )
    .option('--no-timeline', 'do not play the timeline of the scenario')
    .option('--rtmp-port <n>', 'RTMP ingest, or off (default: 1935)')
    .option('--no-rtmp', 'no RTMP ingest')
    .option('--rtsp <port>', 'RTSP server of the cameras, or off (default: 8554)')
    .option('--onvif <port>', 'ONVIF services of the cameras, or off (default: 8555)')
    .option('--onvif-ports <first-last>', 'a port of its own for each camera besides, such as 9000-9063')
    .option(
      '--onvif-discovery <address>',
      'network interface on which cameras are discovered, or off (default: the loopback interface)',
    )
    .option('--gb28181 <port>', 'SIP server for devices of GB/T 28181, UDP and TCP, or off (default: 5060)')
    .option(
      '--gb28181-id <digits>',
      'its 20 digits; its domain is the first ten (default: 34020000002000000001)',
    )
    .option(
      '--gb28181-media <udp|tcp|tcp-active>',
      'how pictures of those devices come: over TCP they connect, or with tcp-active the platform (default: udp)',
    )
    .option(
      '--gb28181-media-ports <first-last>',
      'ports that they come to, such as 30000-30999 (default: any free ones)',
    )
    .option(
      '--gb28181-to <url>',
      "platform of GB/T 28181 that the fleet's own cameras register at: gb28181://host:port?domain=…&id=…&password=… (docs/wires.md)",
    )
    .option(
      '--i-own-this-target',
      'confirm that you may connect devices to a platform or broker on another machine',
    )
    .option(
      '--device-password <text>',
      "password of the cameras' own account, admin, for RTSP and ONVIF, and of devices of GB/T 28181 (default: that of --password)",
    )
  for (const wire of WIRE_NAMES) {
    const { title, port } = WIRES[wire]
    command.option(`--${wire} <port>`, `${title} over TCP, or off (default: ${port})`)
  }
  return command
    .option(
      '--jt1078 <port>',
      'sound and pictures of JT/T 808 terminals over TCP and UDP, or off (default: 1078)',
    )
    .option(
      '--jt1078-host <address>',
      'host that terminals are told to send them to (default: the address at which they connect)',
    )
    .option('--mqtt <port>', "MQTT broker for users' own devices, usually 1883 (default: off)")
    .option('--mqtt-mapping <file>', 'how topics and payloads of MQTT devices are read (docs/mqtt.md)')
    .option(
      '--mqtt-to <url>',
      'broker at which devices of kind files publish: mqtt://user:password@host:port (docs/mqtt.md)',
    )
    .option('--modbus <port>', 'controllers of the fleet over Modbus TCP, usually 5020 (default: off)')
    .option('--modbus-poll <file>', 'controllers of your own to poll over Modbus TCP (docs/modbus.md)')
    .option('--hj212-units <name>', 'units of stations: field (dust in µg/m³, default) or standard (ng/m³)')
    .option(
      '--hj212-unit <code=unit>',
      'unit of one quantity, or MN:code=unit of one sensor (repeatable)',
      collect,
    )
    .option('--discover <on|off>', 'accept unknown devices on the wires (default: on)')
    .option('--password <text>', "password of the demo's accounts")
    .option('--control-token <text>', 'token of the control API (default: random)')
    .option('--encoder-budget <n>', 'maximum concurrent video encoders')
    .option('--call-rate <n>', 'maximum calls per second and session, or off (default: 500)')
    .option('--upload-megabytes <n>', 'maximum megabytes of uploaded pictures per account (default: 64)')
    .option('--upload-count <n>', 'maximum uploaded pictures per account (default: 1000)')
    .option(
      '--connections-per-address <n>',
      'maximum open HTTP connections and WebSockets per address, or off, as behind a large proxy (default: 4096)',
    )
    .option(
      '--redis <url>',
      'Redis where workers and edges join: redis://host:port?cluster=name (docs/cluster.md; default: none)',
    )
    .option('--cluster-url <url>', 'where they reach this platform (default: its own address)')
    .option('--alarm-days <n>', 'retention of alarms in days (default: 180)')
    .option(
      '--report-days <n>',
      'retention of positions and readings of foreign devices in days (default: 180)',
    )
    .option(
      '--archive <url>',
      'PostgreSQL that alarms, readings and positions flow on to: postgres://user@host/database?… (docs/archive.md)',
    )
    .option(
      '--start-at <time>',
      "platform time at which it begins, such as '2026-11-20 10:00:00' (default: now)",
    )
    .option('--past-days <n>', 'days of past alarms in a new data folder, 0 to 7 (default: 7)')
    .option(
      '--video <when>',
      'when the threads that draw pictures run: at-once (always) or when-asked (default: when-asked)',
    )
    .option(...NO_FETCH)
    .option(
      '--push-allow <host>',
      'a host, address or network that alarms may be pushed to: hooks.example, localhost:9000, 10.1.0.0/16 (repeatable; default: none)',
      collect,
    )
    .option(
      '--stream-allow <host>',
      'a host, address or network that devices may push streams to, as for --push-allow (repeatable; default: localhost)',
      collect,
    )
    .option(
      '--camera-allow <host>',
      'a host, address or network whose cameras may be added, as for --push-allow (repeatable; default: localhost)',
      collect,
    )
    .option('--allowed-host <name>', 'another Host name to accept (repeatable)', collect)
    .option('--allowed-origin <origin>', 'another web origin that may write (repeatable)', collect)
    .option('--check-replies', 'check every reply against the contract; a mismatch is a failure (for tests)')
    .option(
      '--deviations <file>',
      'deviate from the contract as described in this file, to test consoles and checks (docs/check.md)',
    )
    .option('--log-level <level>', 'fatal, error, warn, info, debug, trace or silent')
    .option(
      '--static <folder>',
      'write a folder that any static web server serves: the simulator runs in the page (docs/page.md)',
    )
    .option('--json', 'when ready, print one line of JSON with all addresses and nothing else')
    .addHelpText(
      'after',
      '\nExamples:\n  $ backlot start\n  $ backlot start --port 0 --data :memory: --seed 7 --json\n  $ backlot start --scenario gas-leak --data .backlot-leak',
    )
    .action(async (flags: StartFlags, command: Command) => {
      if (flags.static !== undefined) return writeFolder(flags.static, flags, command)
      const simulator = await createSimulator({
        ...startOptions(flags, process.env),
        fetchFfmpeg: fetchOption(flags, process.env),
      })
      const end = ending(simulator)
      releaseIdleMemory(() => simulator.consoleCount() > 0)
      if (flags.json) {
        const { url, control, media, rtmp, rtsp, onvif, jt1078, gb28181, gb28181To, mqtt, mqttTo, modbus } =
          simulator
        const wires = perWire((wire) => simulator[wire])
        process.stdout.write(
          `${JSON.stringify({ url, control, media, rtmp, rtsp, onvif, ...wires, jt1078, gb28181, gb28181To, mqtt, mqttTo, modbus, pid: process.pid })}\n`,
        )
      } else {
        process.stdout.write(greeting(simulator))
        simulator.timeline.onNote((note) => process.stdout.write(`${noteLine(note)}\n`))
        simulator.timeline.onVerdict((verdict) => process.stdout.write(`${verdictLine(verdict)}\n`))
      }
      const how = await end
      // A hanging step must not block the end: the system frees its resources.
      setTimeout(() => process.exit(how === 'signal' ? EXIT.done : EXIT.defect), STOP_WITHIN_MS).unref()
      await simulator[Symbol.asyncDispose]()
      if (how instanceof Error) throw how
      process.exit(EXIT.done)
    })
}
