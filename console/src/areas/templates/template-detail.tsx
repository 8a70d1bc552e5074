import { TEMPLATE_KINDS } from '@backlot/contract/templates/constants'
import type { Template } from '@backlot/contract/templates/entities'
import { Modal } from 'antd'
import type { ReactNode } from 'react'
import { FactList } from '../../components/fact-list.tsx'
import { useText } from '../../language/language.ts'

const WIDTH_PX = 620

/** A template as it applies now: the fields of its row, and the devices bound to it. */
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
      <FactList
        facts={[
          ...facts.map(({ title: name, text }) => [name, text] as const),
          [t('serialNumbers'), sns.length > 0 && <p className="template-sns">{sns.join(', ')}</p>],
        ]}
      />
    </Modal>
  )
}
