import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '../../../language/language.ts'
import { acknowledgeCase, answerCase, declineCase, processCase, type SosRights } from './sos-actions.ts'
import type { SosCase, SosStatus } from './sos-cases.ts'
import { dismissCase, openCount, selectCase } from './sos-store.ts'

type SosFootProps = {
  one: SosCase
  status: SosStatus
  rights: SosRights
  /** Sends the nearest unit; undefined when there is none to send. */
  onDispatch: (() => void) | undefined
}

/** What can be done about a case, each with its key. */
export function SosFoot({ one, status, rights, onDispatch }: SosFootProps) {
  const t = useText('sos')
  const { kind } = status
  const mayTake = one.alarm ? rights.handle || rights.talk : rights.talk
  return (
    <footer>
      {openCount() > 1 && (
        <KeyButton keyName="N" onClick={() => selectCase()}>
          {t('next')}
        </KeyButton>
      )}
      <i />
      {kind === 'missed' && (
        <Button onClick={() => void acknowledgeCase(one, rights)}>{t('acknowledge')}</Button>
      )}
      {kind === 'mine' && <Button onClick={() => dismissCase(one.key)}>{t('done')}</Button>}
      {one.alarm && rights.handle && kind !== 'handled' && kind !== 'ringing' && (
        <Button onClick={() => processCase(one)}>{t('process')}</Button>
      )}
      {onDispatch && kind !== 'handled' && (
        <KeyButton keyName="D" onClick={onDispatch}>
          {t('dispatchNearest')}
        </KeyButton>
      )}
      {kind === 'ringing' && (
        <Button danger onClick={() => declineCase(one)}>
          {t('decline')}
        </Button>
      )}
      {kind !== 'handled' && kind !== 'mine' && mayTake && (
        <KeyButton keyName="A" primary onClick={() => void answerCase(one, rights)}>
          {t(kind === 'ringing' ? 'answer' : kind === 'missed' && rights.talk ? 'call' : 'respond')}
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
