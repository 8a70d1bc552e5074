import { TEMPLATE_KINDS, type Template } from '@backlot/contract/templates/entities'
import { Descriptions, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '../../language/language.ts'

const WIDTH_PX = 620

/** A template as it holds now: what its row shows, and which devices are bound to it. */
export function TemplateDetail(props: {
  title: string
  facts: readonly { key: string; title: string; text: ReactNode }[]
  template: Template
  onClose: () => void
}) {
  const { title, facts, template, onClose } = props
  const t = useText('templates')
  const sns = template.kind === TEMPLATE_KINDS.generic ? template.sns : []
  return (
    <Modal open width={WIDTH_PX} footer={null} title={title} onCancel={onClose}>
      <Descriptions
        column={1}
        size="small"
        bordered
        items={[
          ...facts.map(({ key, title: label, text }) => ({ key, label, children: text })),
          ...(sns.length === 0
            ? []
            : [
                {
                  key: 'sns',
                  label: t('serialNumbers'),
                  children: <p className="template-sns">{sns.join(', ')}</p>,
                },
              ]),
        ]}
      />
    </Modal>
  )
}
