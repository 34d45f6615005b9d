import { useUnit } from 'effector-react'
import { TextField, useTranslation } from '../../ui/index.ts'
import { namedPermission } from '../../contract/plugin-bundle.ts'
import { Permissions } from '../installed/plugin-permissions.tsx'
import { $draft, draftChanged, type DraftProblem } from './draft.ts'

/** Name, id and permissions of the draft. @param wrong the field that makes no plugin */
export function DraftFields({ wrong }: { readonly wrong: DraftProblem | null }) {
  const { t } = useTranslation('app')
  const { draft, change } = useUnit({ draft: $draft, change: draftChanged })
  const errorOf = (field: DraftProblem) => (field === wrong ? t(`plugin.workshop.wrong.${field}`) : undefined)
  return (
    <>
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
