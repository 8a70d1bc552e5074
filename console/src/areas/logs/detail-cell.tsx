import { CopyOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { useState } from 'react'
import { copyText } from '../../components/copy-text.ts'
import { notify } from '../../components/notifications/notify.ts'
import { langOf } from '../../language/lang-of.ts'
import { useText } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import type { Fact } from './log-facts.ts'

type Props = { facts: readonly Fact[]; raw: { time: number } }

/** Text of an entry on one line; pressed, as a list, with the platform's original entry folded below. */
export function DetailCell({ text, facts, raw }: Props & { text: string }) {
  const t = useText('logs')
  const [open, setOpen] = useState(false)
  return (
    <Popover
      trigger="click"
      open={open}
      onOpenChange={setOpen}
      placement="leftTop"
      title={t('detail')}
      destroyOnHidden
      content={<DetailList facts={facts} raw={raw} />}
    >
      <button
        type="button"
        className="log-detail-open"
        aria-expanded={open}
        // Several rows may have the same text.
        aria-label={`${text} (${formatTime(raw.time)})`}
        // Its row may open something of its own.
        onClick={(event) => event.stopPropagation()}
        onKeyDown={(event) => event.key === 'Enter' && event.stopPropagation()}
      >
        <span lang={langOf(text)}>{text}</span>
      </button>
    </Popover>
  )
}

/** Facts of an entry, with the platform's original entry folded below. */
export function DetailList({ facts, raw }: Props) {
  const t = useText('logFacts')
  const text = JSON.stringify(raw, null, 2)
  const copy = async () => {
    if (await copyText(text)) notify.success(t('copied'))
    else notify.error(t('copyFailed'))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: clicks in here are none of the row's
    // biome-ignore lint/a11y/useKeyWithClickEvents: nothing is done by them
    <div className="log-detail" onClick={(event) => event.stopPropagation()}>
      <dl>
        {facts.map(({ name, label, value }) => [
          <dt key={`${name}-label`}>{label}</dt>,
          <dd key={name}>{value || '–'}</dd>,
        ])}
      </dl>
      <details>
        <summary>{t('raw')}</summary>
        <Button size="small" icon={<CopyOutlined />} onClick={copy}>
          {t('copy')}
        </Button>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reached by keyboard */}
        <pre tabIndex={0}>{text}</pre>
      </details>
    </div>
  )
}
