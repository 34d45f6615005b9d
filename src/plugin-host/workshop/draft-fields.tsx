import { useUnit } from 'effector-react'
import { TextField, useTranslation } from '../../ui/index.ts'
import { namedPermission } from '../../contract/plugin-bundle.ts'
import { Permissions } from '../installed/plugin-permissions.tsx'
import { $draft, draftChanged, type DraftProblem } from './draft.ts'

type DraftFieldsProps = {
  /** The field that makes no plugin. */
  readonly wrong: DraftProblem | null
}

function useDraft(wrong: DraftProblem | null) {
  const { t } = useTranslation('app')
  const errorOf = (field: DraftProblem) => (field === wrong ? t(`plugin.workshop.wrong.${field}`) : undefined)
  return { t, errorOf, ...useUnit({ draft: $draft, change: draftChanged }) }
}

/** Name and id of the draft. */
export function DraftNames({ wrong }: DraftFieldsProps) {
  const { t, draft, change, errorOf } = useDraft(wrong)
  return (
    <div className="workshop-fields">
      <TextField
        label={t('plugin.workshop.name')}
        name="plugin-name"
        maxLength={100}
        value={draft.name}
        error={errorOf('name')}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <TextField
        label={t('plugin.workshop.id')}
        hint={t('plugin.workshop.idHint', { command: `${draft.id}:…` })}
        name="plugin-id"
        maxLength={64}
        autoCapitalize="off"
        spellCheck={false}
        value={draft.id}
        error={errorOf('id')}
        onChange={({ currentTarget }) => change({ id: currentTarget.value })}
      />
    </div>
  )
}

/** What the draft may do. */
export function DraftPermissions({ wrong }: DraftFieldsProps) {
  const { t, draft, change, errorOf } = useDraft(wrong)
  return (
    <>
      <Permissions
        title={t('plugin.workshop.permissions')}
        requested={namedPermission.options}
        granted={draft.permissions}
        onChange={(permissions) => change({ permissions: [...permissions] })}
      />
      <TextField
        label={t('plugin.workshop.hosts')}
        hint={t('plugin.workshop.hostsHint')}
        name="plugin-hosts"
        autoCapitalize="off"
        spellCheck={false}
        value={draft.hosts}
        error={errorOf('hosts')}
        onChange={({ currentTarget }) => change({ hosts: currentTarget.value })}
      />
    </>
  )
}
