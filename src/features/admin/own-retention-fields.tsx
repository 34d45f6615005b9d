import { useUnit } from 'effector-react'
import { $subscriptions } from '../../model/subscriptions/index.ts'
import { Button, Select, TextField, useTranslation } from '../../ui/index.ts'
import { folderNames } from '../subscription-form/index.ts'
import { BoundsFields } from './bounds-fields.tsx'
import { ownRuleProblem, withOwnRule, type OwnRuleRow } from './retention-rules.ts'

type OwnRetentionFieldsProps = {
  readonly rows: readonly OwnRuleRow[]
  readonly onChange: (rows: readonly OwnRuleRow[]) => void
  /** Once the form was sent, what is missing is an error too. */
  readonly isSubmitted: boolean
}

/** Fields of the rules for the admin's own folders and queries. */
export function OwnRetentionFields({ rows, onChange, isSubmitted }: OwnRetentionFieldsProps) {
  const { t } = useTranslation(['sources', 'app'])
  const change = (changed: OwnRuleRow) =>
    onChange(rows.map((row) => (row.key === changed.key ? changed : row)))
  const titleOf = ({ kind, name }: OwnRuleRow) => {
    if (kind === 'folder') return t('admin.retention.folder', { name })
    return name.trim() === ''
      ? t('admin.retention.newQuery')
      : t('admin.retention.queryRule', { query: name })
  }
  const errorOf = (row: OwnRuleRow) => {
    const problem = ownRuleProblem(row, rows)
    const isTyping = problem?.key.startsWith('sources:') && !isSubmitted
    return problem && !isTyping ? t(problem.key, problem.values ?? {}) : undefined
  }
  return (
    <>
      {rows.map((row) => (
        <BoundsFields
          key={row.key}
          title={titleOf(row)}
          bounds={row}
          onChange={(bounds) => change({ ...row, ...bounds })}
          onRemove={() => onChange(rows.filter(({ key }) => key !== row.key))}
        >
          {row.kind === 'query' && (
            <div className="admin-rule-query">
              <TextField
                label={t('admin.retention.query')}
                value={row.name}
                // The rule was added by the button just now.
                autoFocus={row.name === ''}
                maxLength={1000}
                spellCheck={false}
                placeholder="is:read -in:News"
                hint={t('admin.retention.queryHint')}
                error={errorOf(row)}
                onChange={(event) => change({ ...row, name: event.currentTarget.value })}
              />
            </div>
          )}
        </BoundsFields>
      ))}
      <AddFolder rows={rows} onChange={onChange} />
      <div>
        <Button onClick={() => onChange(withOwnRule(rows, { kind: 'query', name: '' }))}>
          {t('admin.retention.addQuery')}
        </Button>
      </div>
    </>
  )
}

function AddFolder({ rows, onChange }: Pick<OwnRetentionFieldsProps, 'rows' | 'onChange'>) {
  const { t } = useTranslation('sources')
  const subscriptions = useUnit($subscriptions)
  const withRule = new Set(rows.flatMap(({ kind, name }) => (kind === 'folder' ? [name] : [])))
  const names = folderNames(subscriptions.values()).filter((name) => !withRule.has(name))
  if (names.length === 0) return null
  return (
    <Select
      label={t('admin.retention.addFolder')}
      hint={t('admin.retention.addFolderHint')}
      value=""
      choices={[
        { value: '', label: t('admin.retention.chooseFolder') },
        ...names.map((name) => ({ value: name, label: name })),
      ]}
      onChange={(name) => {
        if (name !== '') onChange(withOwnRule(rows, { kind: 'folder', name }))
      }}
    />
  )
}
