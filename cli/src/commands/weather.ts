import { controlCalm, controlLeak, controlWeather } from '@backlot/contract/control/device-calls'
import { Command } from 'commander'
import { controlCall } from '../control-client.ts'
import { withExamples } from '../examples.ts'
import { type ControlOptions, print, targetOf, withControl } from '../output.ts'
import { numberOf } from '../parse-number.ts'
import { spanOf } from '../spans.ts'
import { UserError } from '../user-error.ts'

type Part = 'cloud' | 'rain' | 'wind' | 'from' | 'dust' | 'temperature'
type WeatherOptions = ControlOptions & { for: string } & Partial<Record<Part, string>>
type LeakOptions = ControlOptions & { at: string; gas: string; severity: string; for: string }

const LONGEST_MS = 7 * 86_400_000
const GASES = ['combustible', 'co', 'h2s', 'nh3', 'o2'] as const

/** Field that each flag sets, with its bounds. */
const PARTS = {
  cloud: { field: 'cloud', min: 0, max: 1 },
  rain: { field: 'rainMmPerHour', min: 0, max: 200 },
  wind: { field: 'windSpeedMs', min: 0, max: 60 },
  from: { field: 'windFromDeg', min: 0, max: 359.99 },
  dust: { field: 'dust', min: 0, max: 1 },
  temperature: { field: 'temperatureC', min: -60, max: 60 },
} as const satisfies Record<Part, { field: string; min: number; max: number }>

/** Weather and leaks on command. */
export function weatherCommand(): Command {
  const weather = new Command('weather').description('set the weather, start a gas leak, and end them')
  withControl(weather.command('set').description('set parts of the weather; the rest stays natural'))
    .option('--cloud <part>', '0 clear to 1 overcast')
    .option('--rain <mm>', 'millimetres per hour, 0 to 200')
    .option('--wind <m/s>', 'metres per second, 0 to 60')
    .option('--from <degrees>', 'where the wind comes from, clockwise from north')
    .option('--dust <part>', '0 none to 1 sandstorm')
    .option('--temperature <°C>', '-60 to 60')
    .option('--for <duration>', 'duration in platform time, at most 7d', '1h')
    .addHelpText(
      'after',
      '\nExamples:\n  $ backlot weather set --rain 12 --wind 8 --for 2h\n  $ backlot weather set --dust 0.9 --from 315',
    )
    .action(async (options: WeatherOptions) => {
      const body = bodyOf(options)
      await controlCall(targetOf(options), controlWeather, { body })
      print(options, body, () => [`The weather is set for ${options.for}.`])
    })
  withControl(weather.command('leak').description('start a gas leak at a place'))
    .requiredOption('--at <lon,lat>', 'place in degrees: 116.404,39.915')
    .option('--gas <gas>', GASES.join(', '), 'combustible')
    .option('--severity <part>', 'up to 1', '0.6')
    .option('--for <duration>', 'duration in platform time, at most 7d', '10m')
    .addHelpText('after', '\nExample:\n  $ backlot weather leak --at 116.404,39.915 --gas co --for 15m')
    .action(async (options: LeakOptions) => {
      const body = leakOf(options)
      await controlCall(targetOf(options), controlLeak, { body })
      print(options, body, () => [`${options.gas} leaks at ${options.at} for ${options.for}.`])
    })
  withExamples(
    withControl(
      weather.command('calm').argument('[what]', 'weather, leak or incident (default: all)'),
    ).description('end set weather, leaks or incidents'),
    'backlot weather calm',
    'backlot weather calm leak',
  ).action(async (what: string | undefined, options: ControlOptions) => {
    if (what !== undefined && !['weather', 'leak', 'incident'].includes(what)) {
      throw new UserError(`'${what}': give weather, leak or incident.`)
    }
    await controlCall(targetOf(options), controlCalm, {
      body: what === undefined ? {} : { what: what as 'weather' },
    })
    print(options, { what: what ?? 'all' }, () => [`${what ?? 'Everything'} is natural again.`])
  })
  return weather
}

function forMsOf(text: string): number {
  return spanOf('--for', text, { minMs: 1000, maxMs: LONGEST_MS, said: 'from 1s to 7d' })
}

function bodyOf(options: WeatherOptions) {
  const parts = (Object.keys(PARTS) as Part[]).flatMap((name) => {
    const text = options[name]
    return text === undefined ? [] : [[PARTS[name].field, numberOf(`--${name}`, text, PARTS[name])] as const]
  })
  if (parts.length === 0)
    throw new UserError('Give at least one part of the weather: --rain 12, --wind 8, --dust 0.9 …')
  return { ...Object.fromEntries(parts), forMs: forMsOf(options.for) }
}

function leakOf(options: LeakOptions) {
  const [longitude = Number.NaN, latitude = Number.NaN, ...more] = options.at.split(',').map(Number)
  if (Number.isNaN(longitude) || Number.isNaN(latitude) || more.length > 0) {
    throw new UserError(`--at ${options.at}: write longitude,latitude in degrees.`)
  }
  const gas = GASES.find((name) => name === options.gas)
  if (!gas) throw new UserError(`--gas ${options.gas}: ${GASES.join(', ')}.`)
  return {
    longitude,
    latitude,
    gas,
    severity: numberOf('--severity', options.severity, { min: 0.01, max: 1 }),
    forMs: forMsOf(options.for),
  }
}
