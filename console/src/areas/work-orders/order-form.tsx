import { addWorkOrder, updateWorkOrder } from '@backlot/contract/work-orders/calls'
import { ORDER_LIMITS, ORDER_PRIORITIES } from '@backlot/contract/work-orders/constants'
import type { WorkOrder } from '@backlot/contract/work-orders/entities'
import { Form } from 'antd'
import type { NewWorkOrder } from '../../features/open.ts'
import { describeForm, type FormDescription, type FormField } from '../../features/table-screen/form-types.ts'
import { request } from '../../platform/client.ts'
import { platformNow } from '../../platform/clock.ts'
import { AssigneeChoice } from './assignee-choice.tsx'
import { DeadlineChoice } from './deadline-choice.tsx'
import { type OrderText, priorityName } from './order-names.ts'
import { PictureUploads } from './picture-uploads.tsx'
import { PlaceChoice, type PlaceValue } from './place-choice.tsx'

type Common = { title: string; content: string; priority: number; deadline: number | null }
type Entry = Common & {
  place: PlaceValue
  assigneeId: number | undefined
  pictures: string[]
}

const WIDTH_PX = 640
const HOUR_S = 3600

/** Empty fields are not sent. */
const placeBody = ({ sn, nodeId }: PlaceValue) => ({
  ...(sn === undefined ? {} : { sn }),
  ...(nodeId === undefined ? {} : { nodeId }),
})

/** Fields of a new order and of one that is changed; `unchecked`: a deadline that may have passed. */
const commonFields = (t: OrderText, unchecked?: number | null): FormDescription<Common>['fields'] => [
  { kind: 'text', name: 'title', label: t('field.title') },
  {
    kind: 'lines',
    rows: 3,
    name: 'content',
    label: t('field.content'),
  },
  {
    kind: 'select',
    name: 'priority',
    label: t('field.priority'),
    half: true,
    options: ORDER_PRIORITIES.map((value) => ({ value, label: t(`priority.${priorityName(value)}`) })),
  },
  {
    kind: 'custom',
    name: 'deadline',
    label: t('field.deadline'),
    half: true,
    control: <DeadlineChoice />,
    check: ({ deadline }) =>
      deadline !== null && deadline !== unchecked && deadline * 1000 <= platformNow()
        ? t('fault.deadline')
        : undefined,
  },
]

/** A new order: about alarms, or about a device or group that is chosen. */
export function newOrderForm(
  t: OrderText,
  about: NewWorkOrder,
  onMade: (id: number) => void,
): FormDescription {
  const { alarms } = about
  const [first] = alarms
  const placeField: FormField<Entry> = {
    kind: 'custom',
    name: 'place',
    label: t('place.label'),
    control: <PlaceChoice />,
    check: ({ place }) =>
      place.sn === undefined && place.nodeId === undefined ? t('fault.place') : undefined,
  }
  const toBody = ({ place, deadline, assigneeId, ...entry }: Entry) => ({
    ...entry,
    deadline,
    ...(assigneeId === undefined ? {} : { assigneeId }),
    ...(first ? {} : placeBody(place)),
    alarms: alarms.map(({ id, sn, alarmSeq }) => ({ sn, alarmSeq, ...(id === undefined ? {} : { id }) })),
  })
  return describeForm<Entry>({
    title: first ? t('newFromAlarms', { count: alarms.length }) : t('new'),
    okText: t('create'),
    width: WIDTH_PX,
    fields: [
      ...commonFields(t).slice(0, 2),
      ...(first ? [] : [placeField]),
      ...commonFields(t).slice(2),
      {
        kind: 'custom',
        name: 'assigneeId',
        label: t('field.assignee'),
        help: t('assigneeHelp'),
        control: <FormAssignee alarmSn={first?.sn} />,
        dependsOn: ['place'],
      },
      { kind: 'custom', name: 'pictures', label: t('pictures.label'), control: <PictureUploads /> },
    ],
    initial: {
      title: first?.title?.slice(0, ORDER_LIMITS.title) ?? '',
      content: '',
      priority: 3,
      deadline: Math.floor(platformNow() / 60_000) * 60 + 24 * HOUR_S,
      place: {},
      assigneeId: undefined,
      pictures: [],
    },
    schema: addWorkOrder.body,
    toBody,
    async save(entry) {
      const { id, number } = await request(addWorkOrder, { body: addWorkOrder.body.parse(toBody(entry)) })
      onMade(id)
      return t('made', { number })
    },
  })
}

/** The assignee as the form's place allows. */
function FormAssignee(props: {
  alarmSn: string | undefined
  value?: number
  onChange?: (userId: number | undefined) => void
  id?: string
}) {
  const { alarmSn, ...control } = props
  const form = Form.useFormInstance<Entry>()
  const chosen: PlaceValue | undefined = Form.useWatch('place', form)
  const sn = alarmSn ?? chosen?.sn
  const nodeId = chosen?.nodeId
  const place = sn !== undefined ? { sn } : nodeId !== undefined ? { nodeId } : undefined
  return <AssigneeChoice {...control} place={place} />
}

/** Changes an order's fields; somebody else's change in the meantime is shown, and nothing is overwritten. */
export function editOrderForm(t: OrderText, order: WorkOrder): FormDescription {
  const { id, version } = order
  const toBody = (entry: Common) => ({
    id,
    version,
    title: entry.title,
    content: entry.content,
    priority: entry.priority,
    deadline: entry.deadline,
  })
  return describeForm<Common>({
    title: t('editTitle', { number: order.number }),
    okText: t('save'),
    width: WIDTH_PX,
    fields: commonFields(t, order.deadline),
    initial: {
      title: order.title,
      content: order.content,
      priority: order.priority,
      deadline: order.deadline,
    },
    editing: true,
    schema: updateWorkOrder.body,
    toBody,
    async save(entry) {
      await request(updateWorkOrder, { body: updateWorkOrder.body.parse(toBody(entry)) })
      return t('saved', { number: order.number })
    },
  })
}
