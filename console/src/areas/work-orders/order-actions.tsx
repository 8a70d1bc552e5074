import {
  CheckOutlined,
  CloseCircleOutlined,
  LockOutlined,
  PlayCircleOutlined,
  RollbackOutlined,
  UserAddOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { stepWorkOrder } from '@backlot/contract/work-orders/calls'
import type { WorkOrderDetail } from '@backlot/contract/work-orders/entities'
import { ORDER_STEPS, stepRefusal } from '@backlot/contract/work-orders/order-steps'
import { Button, Tooltip } from 'antd'
import { type ReactElement, useState } from 'react'
import { useText } from '../../language/language.ts'
import { useMayCall } from '../../session/may-call.ts'
import { STEPS, type Step } from './order-steps.ts'
import { StepForm } from './step-form.tsx'
import { takeStep } from './take-step.ts'
import { useOrderViewer } from './use-work-order.ts'

const ICONS: Record<Step, ReactElement> = {
  take: <UserOutlined />,
  start: <PlayCircleOutlined />,
  finish: <CheckOutlined />,
  close: <LockOutlined />,
  assign: <UserAddOutlined />,
  sendBack: <RollbackOutlined />,
  reject: <CloseCircleOutlined />,
}
/** These need no text. */
const AT_ONCE: readonly Step[] = ['take', 'start']
const FORWARD: readonly Step[] = ['take', 'start', 'finish', 'close']

/** Actions on an order in its state; those for others are disabled and name who may use them. */
export function OrderActions({ order }: { order: WorkOrderDetail }) {
  const t = useText('workOrders')
  const viewer = useOrderViewer()
  const mayHandle = useMayCall()(stepWorkOrder)
  const [opened, setOpened] = useState<Step>()
  const [busy, setBusy] = useState<Step>()
  const steps = STEPS.filter((step) => stepRefusal(order, step, viewer) !== 'state')
  const whyNot = (step: Step) => {
    if (!mayHandle) return t('whyNot.mayNot')
    return stepRefusal(order, step, viewer) === undefined ? undefined : t(`whyNot.${whoseIs(step)}`)
  }
  /** Somebody changed the order: the begun step is shown until it is closed, and cannot be sent. */
  const tooLate = opened !== undefined && stepRefusal(order, opened, viewer) !== undefined
  if (steps.length === 0 && !opened) return null

  async function press(step: Step) {
    if (!AT_ONCE.includes(step)) {
      setOpened(step)
      return
    }
    setBusy(step)
    await takeStep(t, order, step, {})
    setBusy(undefined)
  }
  const mainStep = steps.find((step) => FORWARD.includes(step) && whyNot(step) === undefined)
  return (
    <>
      <div className="order-actions" role="toolbar" aria-label={t('actions')}>
        {steps.map((step) => {
          const reason = whyNot(step)
          return (
            <Tooltip key={step} title={reason}>
              <Button
                type={step === mainStep ? 'primary' : 'default'}
                danger={step === 'reject'}
                icon={ICONS[step]}
                disabled={reason !== undefined}
                loading={busy === step}
                aria-expanded={AT_ONCE.includes(step) ? undefined : opened === step}
                onClick={() => void press(step)}
              >
                {t(`step.${step === 'assign' && order.assigneeId !== null ? 'reassign' : step}`)}
              </Button>
            </Tooltip>
          )
        })}
      </div>
      {opened && mayHandle && (
        <StepForm
          key={opened}
          order={order}
          step={opened}
          tooLate={tooLate}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  )
}

/** Whose a step is, for the reason of a disabled button. */
function whoseIs(step: Step): 'creator' | 'assignee' | 'part' {
  const { who } = ORDER_STEPS[step]
  if (who.includes('creator') && who.includes('assignee')) return 'part'
  return who.includes('creator') ? 'creator' : 'assignee'
}
