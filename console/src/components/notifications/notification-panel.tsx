import { ClearOutlined } from '@ant-design/icons'
import { Button, Switch, Tag } from 'antd'
import { langOf } from '../../language/lang-of.ts'
import { useText } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import { setSetting, useSettings } from '../../platform/settings-store.ts'
import { askForSystemNotifications, systemNotificationsAre } from '../../platform/system-notification.ts'
import { SILENCEABLE } from './notification-kinds.ts'
import { SeverityIcon } from './notification-line.tsx'
import { notifications } from './notify.ts'
import { useQuietNow } from './use-quiet-now.ts'
import './notification-panel.css'

const HOUR_MS = 3_600_000

/** All notifications of this tab, newest first, and which kinds are shown. `onLeave`: one of them led elsewhere. */
export function NotificationPanel({ onLeave }: { onLeave: () => void }) {
  const t = useText('notifications')
  const list = notifications.store((state) => state.list)
  return (
    <section className="notification-panel" aria-label={t('title')}>
      <header>
        <h2>{t('title')}</h2>
        {list.length > 0 && (
          <Button size="small" type="text" icon={<ClearOutlined />} onClick={notifications.clear}>
            {t('clear')}
          </Button>
        )}
      </header>
      {list.length === 0 ? (
        <p className="notification-none">{t('none')}</p>
      ) : (
        // biome-ignore lint/a11y/useKeyWithClickEvents: of clicks in here only those on buttons count, which have keys
        <ul
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reached by keyboard
          tabIndex={0}
          aria-label={t('title')}
          onClick={({ target }) => target instanceof Element && target.closest('button, a') && onLeave()}
        >
          {list.map(({ id, severity, content, at, missed }) => (
            <li key={id} className="notification" data-severity={severity}>
              <SeverityIcon severity={severity} />
              <span lang={typeof content === 'string' ? langOf(content) : undefined}>{content}</span>
              {missed && <Tag>{t('missed')}</Tag>}
              <time title={formatTime(at)}>{formatTime(at).slice(11)}</time>
            </li>
          ))}
        </ul>
      )}
      <DoNotDisturb />
    </section>
  )
}

function DoNotDisturb() {
  const t = useText('notifications')
  const { quietKinds, quietUntilMs } = useSettings()
  const isQuiet = useQuietNow()
  const show = (kind: string, on: boolean) =>
    setSetting('quietKinds', on ? quietKinds.filter((one) => one !== kind) : [...quietKinds, kind])
  return (
    <details className="notification-quiet">
      <summary>{isQuiet ? t('quietUntil', { time: timeOf(quietUntilMs) }) : t('quiet')}</summary>
      <p>{t('quietHint')}</p>
      <Button size="small" onClick={() => setSetting('quietUntilMs', isQuiet ? 0 : Date.now() + HOUR_MS)}>
        {isQuiet ? t('quietEnd') : t('quietFor')}
      </Button>
      <div className="notification-kinds">
        {SILENCEABLE.map((kind) => (
          <Choice
            key={kind}
            label={t(`kind.${kind}`)}
            checked={!quietKinds.includes(kind)}
            disabled={isQuiet}
            onChange={(on) => show(kind, on)}
          />
        ))}
      </div>
      <SystemNotifications />
    </details>
  )
}

/** Notifications of the operating system: the browser is asked when they are switched on. */
function SystemNotifications() {
  const t = useText('notifications')
  const on = useSettings((settings) => settings.systemNotifications)
  const are = systemNotificationsAre()
  const change = async (to: boolean) =>
    setSetting('systemNotifications', to && (await askForSystemNotifications()))
  return (
    <>
      <Choice
        label={t('system')}
        checked={on && are === 'allowed'}
        disabled={are === 'blocked' || are === 'missing'}
        onChange={change}
      />
      {are === 'blocked' && <p>{t('systemBlocked')}</p>}
      {are === 'missing' && <p>{t('systemMissing')}</p>}
    </>
  )
}

type ChoiceProps = { label: string; checked: boolean; disabled: boolean; onChange: (to: boolean) => void }

function Choice({ label, ...switched }: ChoiceProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch is the control in it
    <label className="notification-choice">
      <span>{label}</span>
      <Switch size="small" {...switched} />
    </label>
  )
}

/** Hours and minutes of this machine's clock. */
const timeOf = (ms: number) =>
  new Date(ms).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
