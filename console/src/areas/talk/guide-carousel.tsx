import { CheckOutlined, CloseOutlined, CopyOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Checkbox } from 'antd'
import { useEffect, useState } from 'react'
import { copyText } from '../../components/copy-text.ts'
import { useDrag } from '../../features/ptz/use-drag.ts'
import { useText } from '../../language/language.ts'
import { setSetting, useSettings } from '../../platform/settings-store.ts'
import { guideSteps } from './guide-steps.ts'
import { MicrophoneIcon } from './icons.tsx'

/** Stated. */
const ADVANCE_MS = 8000

/** How to set up the microphone, step by step, by browser (stated): draggable, advances by itself until touched. */
export function GuideCarousel({ onClose }: { onClose: () => void }) {
  const t = useText('talk')
  const drag = useDrag('talkPlace.guide')
  const noShow = useSettings((settings) => settings.noShowGuideWindowAgain)
  const [at, setAt] = useState(0)
  const [looking, setLooking] = useState(false)
  const steps = guideSteps(navigator.userAgent, location.origin)
  const step = steps[at % steps.length]!
  useEffect(() => {
    if (looking) return
    const timer = setInterval(() => setAt((before) => (before + 1) % steps.length), ADVANCE_MS)
    return () => clearInterval(timer)
  }, [looking, steps.length])
  const go = (by: number) => setAt((before) => (before + by + steps.length) % steps.length)
  return (
    <aside
      ref={drag.box}
      className="talk-box talk-guide"
      style={drag.style}
      aria-label={t('guide.title')}
      onPointerEnter={() => setLooking(true)}
      onPointerLeave={() => setLooking(false)}
      onFocus={() => setLooking(true)}
      onBlur={() => setLooking(false)}
    >
      <header onPointerDown={drag.onPointerDown}>
        <h2>
          <MicrophoneIcon off size={16} />
          {t('guide.title')}
        </h2>
        <Button
          size="small"
          type="text"
          icon={<CloseOutlined />}
          aria-label={t('guide.close')}
          onClick={onClose}
        />
      </header>
      <div className="talk-body">
        <p className="talk-hint">{t('guide.why')}</p>
        <section className="talk-step" aria-live="polite" key={at}>
          <span className="talk-step-number" aria-hidden="true">
            {at + 1}
          </span>
          <div>
            <b>{t(step.title)}</b>
            <p>{t(step.text)}</p>
            {step.copy && <CopyLine text={step.copy} />}
          </div>
        </section>
        <div className="talk-steps">
          <Button
            size="small"
            type="text"
            icon={<LeftOutlined />}
            aria-label={t('guide.previous')}
            onClick={() => go(-1)}
          />
          {steps.map((one, i) => (
            <button
              key={one.title}
              type="button"
              aria-label={t('guide.step', { number: i + 1, count: steps.length })}
              aria-current={i === at}
              onClick={() => setAt(i)}
            />
          ))}
          <Button
            size="small"
            type="text"
            icon={<RightOutlined />}
            aria-label={t('guide.next')}
            onClick={() => go(1)}
          />
          <span className="talk-gap" />
          <Checkbox
            checked={noShow}
            onChange={(event) => setSetting('noShowGuideWindowAgain', event.target.checked)}
          >
            {t('guide.again')}
          </Checkbox>
        </div>
      </div>
    </aside>
  )
}

function CopyLine({ text }: { text: string }) {
  const t = useText('talk')
  const [copied, setCopied] = useState(false)
  return (
    <span className="talk-copy">
      <code>{text}</code>
      <Button
        size="small"
        icon={copied ? <CheckOutlined /> : <CopyOutlined />}
        onClick={async () => setCopied(await copyText(text))}
      >
        {copied ? t('guide.copied') : t('guide.copy')}
      </Button>
    </span>
  )
}
