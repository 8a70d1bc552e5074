import {
  CaretRightOutlined,
  PauseOutlined,
  SettingOutlined,
  StepBackwardOutlined,
  StepForwardOutlined,
  StopOutlined,
} from '@ant-design/icons'
import { LIMITS } from '@backlot/contract/limits'
import type { Polling, PollingWindow, Preplan } from '@backlot/contract/preplans/entities'
import { Button, Popover, Select, Switch, Tooltip } from 'antd'
import { InputNumber } from '../../components/number-input.tsx'
import { ToolButton } from '../../components/tool-button.tsx'
import { LayoutChoice } from '../../components/video-layout/layout-choice.tsx'
import { FrameTools, VideoTools } from '../../features/video-screen/video-tools.tsx'
import { useText } from '../../language/language.ts'
import { Countdown } from './countdown.tsx'
import type { Poll } from './use-polling.ts'

const OWN = 0

type PollToolbarProps = {
  poll: Poll
  polling: Polling
  plans: readonly Preplan[]
  /** The plan that is polled; undefined: the own polling. */
  plan: Preplan | undefined
  /** It came by its schedule, until then. */
  scheduled: string | undefined
  window: PollingWindow
  seconds: number
  listShown: boolean
  fullScreen: boolean
  onSource: (planId: number | undefined) => void
  onChange: (part: Partial<Polling>) => void
  onList: () => void
  onFullScreen: () => void
}

/** Settings of the polling and its progress. */
export function PollToolbar(props: PollToolbarProps) {
  const { poll, polling, plans, plan, scheduled, onChange } = props
  const t = useText('polling')
  const stopped = poll.state === 'stopped'
  const alone = stopped || poll.count < 2
  return (
    <VideoTools label={t('bar.label')}>
      <Select
        className="poll-source"
        aria-label={t('bar.source')}
        value={plan?.id ?? OWN}
        disabled={scheduled !== undefined}
        onChange={(id: number) => props.onSource(id === OWN ? undefined : id)}
        options={[
          { value: OWN, label: t('bar.own') },
          ...(plans.length > 0
            ? [
                {
                  label: t('bar.plans'),
                  options: plans.map(({ id, name }) => ({ value: id, label: name })),
                },
              ]
            : []),
        ]}
      />
      {scheduled && <span className="poll-scheduled">{t('wall.scheduled', { time: scheduled })}</span>}
      <span className="tool-rule" />
      <ToolButton
        label={t('bar.previous')}
        icon={<StepBackwardOutlined />}
        disabled={alone}
        onClick={() => poll.act('previous')}
      />
      {poll.state === 'running' ? (
        <ToolButton label={t('bar.pause')} icon={<PauseOutlined />} onClick={() => poll.act('pause')} />
      ) : (
        <ToolButton
          label={stopped ? t('bar.start') : t('bar.resume')}
          icon={<CaretRightOutlined />}
          onClick={() => poll.act(stopped ? 'start' : 'resume')}
        />
      )}
      <ToolButton
        label={t('bar.next')}
        icon={<StepForwardOutlined />}
        disabled={alone}
        onClick={() => poll.act('next')}
      />
      <ToolButton
        label={t('bar.stop')}
        icon={<StopOutlined />}
        disabled={stopped}
        onClick={() => poll.act('stop')}
      />
      {!stopped && poll.count > 0 && (
        <>
          <span className="poll-number" aria-live="off">
            {t('bar.group', { number: poll.number, count: poll.count })}
          </span>
          <Countdown poll={poll} seconds={props.seconds} />
        </>
      )}
      <span className="tool-gap" />
      <Tooltip title={plan && t('bar.byPlan')}>
        <InputNumber
          className="poll-interval"
          aria-label={t('bar.interval')}
          min={LIMITS.pollingSecondsMin}
          max={LIMITS.pollingSecondsMax}
          precision={0}
          suffix={t('bar.seconds', { count: '' }).trim()}
          value={props.seconds}
          disabled={plan !== undefined}
          onChange={(value) => value !== null && onChange({ pollingInterval: value })}
        />
      </Tooltip>
      <span className="poll-layouts" title={plan && t('bar.byPlan')} inert={plan !== undefined}>
        <LayoutChoice
          label={t('bar.layout')}
          value={props.window}
          nameOf={(layout) => (layout === 1 ? t('bar.layout1') : t('bar.layoutN', { count: layout }))}
          onChange={(window) => onChange({ window })}
        />
      </span>
      <span className="tool-rule" />
      <Popover
        trigger="click"
        placement="bottomRight"
        title={t('bar.settings')}
        content={<Settings polling={polling} onChange={onChange} />}
      >
        <Button
          size="small"
          type="text"
          icon={<SettingOutlined />}
          aria-label={t('bar.settings')}
          title={t('bar.settings')}
        />
      </Popover>
      <FrameTools
        isFullScreen={props.fullScreen}
        onFullScreen={props.onFullScreen}
        isListShown={props.listShown}
        listLabels={{ show: t('bar.showList'), hide: t('bar.hideList') }}
        onList={props.onList}
      />
    </VideoTools>
  )
}

function Settings({ polling, onChange }: Pick<PollToolbarProps, 'polling' | 'onChange'>) {
  const t = useText('polling')
  return (
    <div className="poll-settings">
      <div>
        <span>{t('bar.skipOffline')}</span>
        <Switch
          size="small"
          aria-label={t('bar.skipOffline')}
          checked={polling.skipOffline}
          onChange={(skipOffline) => onChange({ skipOffline })}
        />
      </div>
      <div>
        <span>{t('bar.followPlans')}</span>
        <Switch
          size="small"
          aria-label={t('bar.followPlans')}
          checked={polling.followPlans}
          onChange={(followPlans) => onChange({ followPlans })}
        />
      </div>
      <div>
        <span>
          {t('bar.autoClose')}
          <small>{t('bar.autoCloseHint')}</small>
        </span>
        <InputNumber
          size="small"
          min={LIMITS.idleCloseMinutesMin}
          max={LIMITS.autoCloseMinutesMax}
          precision={0}
          suffix={t('bar.minutes')}
          aria-label={t('bar.autoClose')}
          value={polling.autoCloseMinutes}
          onChange={(value) => value !== null && onChange({ autoCloseMinutes: value })}
        />
      </div>
    </div>
  )
}
