import { type CaptureRule, MediaServerConfig, type RecordPlan } from '@backlot/contract/media-config/entities'
import { queryBuilder } from '../../store/query-builder.ts'
import type { Store } from '../../store/store.ts'
import { FIRST_SERVER_NAME } from './first-server-name.ts'
import { captureRules, mediaConfigs } from './tables.ts'

/** As a platform begins: no addresses, so the media server is the platform itself, which records round the clock. */
export const DEFAULT_MEDIA_CONFIG: MediaServerConfig = {
  name: FIRST_SERVER_NAME.zh,
  addr1: '',
  addr2: '',
  addr3: '',
  localAddr: '',
  loginName: 'media',
  password: '{key}',
  configJson: { wsPort: 0, wssPort: 0 },
  plan: { recordMode: 'always', packMinutes: 30, keepDays: 180 },
}

/** A capture rule with the span in which it holds. */
export type DatedRule = CaptureRule & { validFromMs: number; validToMs: number | null }
/** A plan of recording from a moment on. */
export type DatedPlan = RecordPlan & { validFromMs: number }

export type MediaConfigRepository = {
  configAt(atMs: number): MediaServerConfig
  /** Every plan of recording that was in force by a moment, oldest first; the first holds since ever. */
  plansUpTo(atMs: number): DatedPlan[]
  rulesAt(atMs: number): CaptureRule[]
  /** Every version of every rule that held at some time in a span. */
  rulesIn(fromMs: number, toMs: number): DatedRule[]
}

/** Reads the media server's record and the capture rules as of any platform moment. Small tables, kept per version of the store. */
export function createMediaConfigRepository(store: Store): MediaConfigRepository {
  const query = queryBuilder(store.read)
  const configs = query.select().from(mediaConfigs).orderBy(mediaConfigs.validFromMs).prepare()
  const rules = query.select().from(captureRules).orderBy(captureRules.id, captureRules.validFromMs).prepare()
  let kept:
    | { version: number; configs: (MediaServerConfig & { validFromMs: number })[]; rules: DatedRule[] }
    | undefined
  const all = () => {
    const version = store.version()
    if (kept?.version === version) return kept
    const dated = configs.all().map((row) => ({
      ...MediaServerConfig.parse(JSON.parse(row.config)),
      validFromMs: row.validFromMs,
    }))
    kept = {
      version,
      configs: [{ ...DEFAULT_MEDIA_CONFIG, validFromMs: 0 }, ...dated],
      rules: rules.all().map((row) => ({ ...row, enabled: row.enabled === 1 })),
    }
    return kept
  }
  const holds = (rule: DatedRule, fromMs: number, toMs: number) =>
    rule.validFromMs < toMs && (rule.validToMs === null || rule.validToMs > fromMs)

  return {
    configAt(atMs) {
      const { validFromMs: _, ...config } = all().configs.findLast((each) => each.validFromMs <= atMs)!
      return config
    },
    plansUpTo: (atMs) =>
      all()
        .configs.filter(({ validFromMs }) => validFromMs <= atMs)
        .map(({ plan, validFromMs }) => ({ ...plan, validFromMs })),
    rulesAt: (atMs) =>
      all()
        .rules.filter((rule) => holds(rule, atMs, atMs + 1))
        .map(({ validFromMs: _from, validToMs: _to, ...rule }) => rule),
    rulesIn: (fromMs, toMs) => all().rules.filter((rule) => holds(rule, fromMs, toMs)),
  }
}
