import { useUnit } from 'effector-react'
import { useState } from 'react'
import type { Rule } from '../../contract/actions.ts'
import { readRulesFile, rulesImported } from '../../model/rules/index.ts'
import { $configs } from '../../model/session/state.ts'
import { Button, ExportIcon, FileButton, ImportIcon, Notice, useTranslation } from '../../ui/index.ts'
import { useResultDescription } from './use-result-description.ts'

const RULES = 10

/** Saves all rules as a file, and reads them from one. */
export function RulesFile({ rules }: { readonly rules: readonly Rule[] }) {
  const { t } = useTranslation(['app', 'lang'])
  const describe = useResultDescription()
  const { imported, configs } = useUnit({ imported: rulesImported, configs: $configs })
  const [read, setRead] = useState<ReturnType<typeof readRulesFile> | null>(null)
  const most = configs?.MAX_ACTIONS ?? RULES
  const add = (replace: boolean) => {
    if (read?.ok) imported({ rules: read.rules, replace })
    setRead(null)
  }
  return (
    <>
      <p className="rules-hint">{t('rules.file.words')}</p>
      <div className="dry-run-bar">
        <FileButton
          icon={<ImportIcon />}
          accept="application/json,.json"
          onFile={async (file) => setRead(readRulesFile(await file.text()))}
        >
          {t('rules.file.import')}
        </FileButton>
        <Button icon={<ExportIcon />} commandId="rules:export" disabled={rules.length === 0}>
          {t('rules.file.export')}
        </Button>
      </div>
      {read?.ok === false && (
        <Notice tone="danger">
          {t(`rules.file.problems.${read.problem.code}`, {
            number: read.problem.code === 'rule' ? read.problem.position + 1 : 0,
          })}
        </Notice>
      )}
      {read?.ok && (
        <Notice
          tone="accent"
          actions={
            <>
              <Button
                size="small"
                variant="primary"
                disabled={rules.length + read.rules.length > most}
                onClick={() => add(false)}
              >
                {t('rules.file.add', { count: read.rules.length })}
              </Button>
              <Button size="small" disabled={read.rules.length > most} onClick={() => add(true)}>
                {t('rules.file.replace')}
              </Button>
            </>
          }
        >
          <p>{t('rules.file.found', { count: read.rules.length })}</p>
          <ul>
            {read.rules.map(({ name, result }, at) => (
              <li key={at}>
                {name || t('rules.unnamed')}:{' '}
                {describe(result)
                  .map(({ key, values }) => t(key, values ?? {}))
                  .join(' · ')}
              </li>
            ))}
          </ul>
          {rules.length + read.rules.length > most && <p>{t('rules.file.tooMany', { limit: most })}</p>}
        </Notice>
      )}
    </>
  )
}
