import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '../../../language/language.ts'
import { acknowledgeCase, answerCase, declineCase, processCase } from './sos-actions.ts'
import type { SosCase } from './sos-cases.ts'
import type { SosChoices, SosRights } from './sos-choices.ts'
import { dismissCase, openCount, selectCase } from './sos-store.ts'

type SosFootProps = {
  one: SosCase
  rights: SosRights
  choices: SosChoices
  /** Sends the nearest unit; undefined when there is none to send. */
  onDispatch: (() => void) | undefined
}

/** Actions on a case, each with its key. */
export function SosFoot({ one, rights, choices, onDispatch }: SosFootProps) {
  const t = useText('sos')
  return (
    <footer>
      {openCount() > 1 && (
        <KeyButton keyName="N" onClick={() => selectCase()}>
          {t('next')}
        </KeyButton>
      )}
      <i />
      {choices.acknowledge && (
        <Button onClick={() => void acknowledgeCase(one, rights)}>{t('acknowledge')}</Button>
      )}
      {choices.done && <Button onClick={() => dismissCase(one.key)}>{t('done')}</Button>}
      {choices.process && <Button onClick={() => processCase(one)}>{t('process')}</Button>}
      {onDispatch && (
        <KeyButton keyName="D" onClick={onDispatch}>
          {t('dispatchNearest')}
        </KeyButton>
      )}
      {choices.decline && (
        <Button danger onClick={() => declineCase(one)}>
          {t('decline')}
        </Button>
      )}
      {choices.answer && (
        <KeyButton keyName="A" primary onClick={() => void answerCase(one, rights)}>
          {t(choices.answer)}
        </KeyButton>
      )}
    </footer>
  )
}

function KeyButton(props: { keyName: string; primary?: boolean; onClick: () => void; children: ReactNode }) {
  const { keyName, primary = false, onClick, children } = props
  return (
    <Button type={primary ? 'primary' : 'default'} aria-keyshortcuts={keyName} onClick={onClick}>
      {children} <kbd aria-hidden>{keyName}</kbd>
    </Button>
  )
}
