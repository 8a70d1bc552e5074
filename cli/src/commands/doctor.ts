import { WIRES } from '@backlot/contract/wires/wires'
import { Command } from 'commander'
import { broker, devicesAtBroker } from '../doctor/broker-check.ts'
import type { Check, Finding } from '../doctor/check.ts'
import { browser, dataFolder, descriptors, ffmpeg, portCheck, systemFonts } from '../doctor/machine-checks.ts'
import { ownPlatform } from '../doctor/own-platform-check.ts'
import { consoleBuild, database, nodeVersion, programBuild } from '../doctor/program-checks.ts'
import { EXIT } from '../exit-codes.ts'
import { print } from '../output.ts'

type DoctorOptions = { data: string; json?: boolean }

const MARKS: Readonly<Record<Finding['state'], string>> = { good: '✓', lacking: '–', broken: '✗' }

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('show what is missing on this machine, and how to get it')
    .option('--data <folder>', 'data folder to look at', '.backlot')
    .option('--json', 'print one line of JSON')
    .addHelpText(
      'after',
      '\n✓ there   – optional, with less function   ✗ will not start\nExit code 1 if anything is ✗, otherwise 0.\n\nExamples:\n  $ backlot doctor\n  $ backlot doctor --data /srv/backlot --json',
    )
    .action(async (options: DoctorOptions) => {
      const findings = await examine([...checksFor(options.data), ...(await devicesAtBroker(options.data))])
      const broken = findings.filter(({ state }) => state === 'broken').length
      print(options, { healthy: broken === 0, findings }, () => [
        ...findings.flatMap(linesOf),
        '',
        broken === 0 ? 'backlot start will run.' : `Fix ${broken} before backlot start can run.`,
      ])
      if (broken > 0) process.exitCode = EXIT.verdict
    })
}

function checksFor(folder: string): Check[] {
  const platform = process.env['BACKLOT_GB28181_TO']
  const mqttTo = process.env['BACKLOT_MQTT_TO']
  return [
    nodeVersion,
    programBuild,
    consoleBuild,
    database,
    ffmpeg,
    browser,
    systemFonts,
    portCheck(8080, 'HTTP, console, channel and streams', '--port <n>'),
    portCheck(1935, 'RTMP ingest', '--rtmp-port <n> or --no-rtmp'),
    portCheck(8554, 'RTSP server of the cameras', '--rtsp <port>'),
    portCheck(8555, 'ONVIF services of the cameras', '--onvif <port>'),
    portCheck(5060, 'GB/T 28181', '--gb28181 <port>'),
    ...Object.values(WIRES).map(({ port, title }) => portCheck(port, title, '--port 0')),
    portCheck(1078, 'sound and pictures of JT/T 808 terminals', '--jt1078 <port>'),
    dataFolder(folder),
    descriptors,
    ...(platform === undefined ? [] : [ownPlatform(platform)]),
    ...(mqttTo === undefined ? [] : [broker(mqttTo)]),
  ]
}

/** Runs checks side by side; a check that fails itself is a finding too. */
export function examine(checks: readonly Check[]): Promise<Finding[]> {
  return Promise.all(
    checks.map(async (check) => {
      try {
        return await check()
      } catch (error) {
        return { name: 'a check', state: 'lacking' as const, found: (error as Error).message }
      }
    }),
  )
}

function linesOf({ name, state, found, wayOut }: Finding): string[] {
  const line = `${MARKS[state]} ${name.padEnd(20)} ${found}`
  return wayOut === undefined ? [line] : [line, `${' '.repeat(23)}→ ${wayOut}`]
}
