import { CopyOutlined } from '@ant-design/icons'
import { useEffect, useMemo, useRef } from 'react'
import { copyText } from '../../components/copy-text.ts'
import { notify } from '../../components/notifications/notify.ts'
import { type Translate, useText } from '../../language/language.ts'
import { useClock } from '../../platform/clock.ts'
import { DiagnosisFacts, FACT_NAMES, type Words } from './diagnosis-facts.ts'
import type { LiveSession } from './live-session.ts'
import type { StateNote } from './live-snapshot.ts'

const REFRESH_MS = 250

/**
 * Data in the picture itself (which camera, how old, where it points) and the state of the player, to read and to copy.
 * Written to the page directly, without redrawing React.
 */
export function Diagnosis({ session }: { session: LiveSession }) {
  const t = useText('video')
  const { rate } = useClock(0)
  const box = useRef<HTMLDListElement>(null)
  const facts = useMemo(() => new DiagnosisFacts(session, wordsOf(t)), [session, t])

  useEffect(() => {
    const look = () => {
      const seen = facts.look(rate)
      for (const name of FACT_NAMES) {
        const field = box.current?.querySelector(`[data-field="${name}"]`)
        if (field && field.textContent !== seen[name]) field.textContent = seen[name]
      }
    }
    look()
    const timer = setInterval(look, REFRESH_MS)
    return () => clearInterval(timer)
  }, [facts, rate])

  const copy = async () => {
    if (await copyText(facts.report(facts.look(rate)))) notify.success(t('done.copied'))
    else notify.error(t('done.copyFailed'))
  }

  return (
    <div className="player-diagnosis">
      <button type="button" aria-label={t('diagnosis.copy')} title={t('diagnosis.copy')} onClick={copy}>
        <CopyOutlined />
      </button>
      <dl ref={box} aria-label={t('diagnosis.title')}>
        {FACT_NAMES.map((name) => (
          <div key={name} data-fact={name}>
            <dt>{t(`diagnosis.${name}`)}</dt>
            <dd data-field={name} />
          </div>
        ))}
      </dl>
    </div>
  )
}

function wordsOf(t: Translate<'video'>): Words {
  return {
    state: (note) => stateText(t, note),
    way: (way) =>
      way.way === 'mse'
        ? t('diagnosis.because', {
            name: t('diagnosis.ways.mse'),
            error: t(`diagnosis.mseReasons.${way.why}`),
          })
        : t('diagnosis.ways.webCodecs'),
    pictures: ({ fewer, leftOut }) =>
      t(fewer ? 'diagnosis.keyPictures' : 'diagnosis.allPictures', { number: leftOut }),
  }
}

/** A change of state, with the failed part: 'Loading (stood still)'. */
function stateText(t: Translate<'video'>, { state, error }: StateNote): string {
  const name = t(`diagnosis.states.${state}`)
  return error ? t('diagnosis.because', { name, error: t(`diagnosis.errors.${error}`) }) : name
}
