import {
  agricultureRealtime,
  gasRealtime,
  sensorRealtime,
  solarRealtime,
} from '@backlot/contract/devices/calls'
import type { Route } from '../../calls/route.ts'
import { route } from '../../calls/route.ts'
import { type Language, languageOf } from '../../kernel/language.ts'
import { refusal } from '../../kernel/refusal.ts'
import type { Store } from '../../store/store.ts'
import {
  createDictionaryRepository,
  type DictionaryRepository,
  type FactoryQuantity,
} from './dictionary-repository.ts'
import { dictionaryRoutes } from './dictionary-routes.ts'
import { type HistoryDeps, historyRoutes } from './history-routes.ts'
import { limitsOf } from './limits-of.ts'
import { type ParamDeps, paramRoutes } from './param-routes.ts'
import type { ReadingFamily, ReadingsPort } from './ports.ts'
import { type WireDeps, wireRoutes } from './wire-routes.ts'

const CALLS = [
  [sensorRealtime, 'hjt212'],
  [solarRealtime, 'solar'],
  [agricultureRealtime, 'agriculture'],
  [gasRealtime, 'gas'],
] as const satisfies readonly (readonly [typeof sensorRealtime, ReadingFamily])[]

/** Readings of environment, solar, farm and gas stations, present and past: one call each, one rule for all. */
export function createSensorsArea(
  given: Omit<HistoryDeps, 'dictionary'> &
    WireDeps &
    Omit<ParamDeps, 'latest' | 'dictionary'> & {
      readings: ReadingsPort
      store: Store
      quantities: readonly FactoryQuantity[]
    },
): { routes: Route[]; dictionary: DictionaryRepository; close(): void } {
  const dictionary = createDictionaryRepository(given.store, given.quantities)
  const deps = { ...given, dictionary }
  const params = paramRoutes({
    ...deps,
    latest: (sn, family) => deps.readings.latest(sn, family, deps.clock.now()),
  })
  const pointOf = (sn: string, code: string, language: Language) => {
    const point = given.points.pointOf(sn, code)
    return point && { monitorId: point.id, monitorName: point.name[language] }
  }
  const routes = CALLS.map(([call, family]) =>
    route(call, ({ query: { sn } }, { caller, request }) => {
      const language = languageOf(request.headers)
      const readings = deps.scope.mayUse(sn, caller.scope)
        ? deps.readings.latest(sn, family, deps.clock.now())
        : undefined
      if (!readings) throw refusal('notFound', 'noReadings', {}, 'sn')
      const limits = limitsOf(deps, sn, family, deps.clock.now())
      return {
        list: readings
          .map(dictionary.shown)
          .map(({ code, name, icon, atMs, value, unit, flag, decimals }) => ({
            code,
            ...pointOf(sn, code, language),
            name: name[language],
            icon,
            D: Math.floor(atMs / 1000),
            V: dictionary.value(code, value),
            F: unit,
            ...(flag === undefined || flag === 'N' ? {} : { flag }),
            ...(decimals === undefined ? {} : { decimals }),
            ...limits(code),
          })),
      }
    }),
  )
  return {
    routes: [
      ...routes,
      ...historyRoutes(deps),
      ...wireRoutes(deps),
      ...dictionaryRoutes(deps),
      ...params.routes,
    ],
    dictionary,
    close: params.close,
  }
}
