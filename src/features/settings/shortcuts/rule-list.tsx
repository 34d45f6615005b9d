import type { Command, KeyRule } from '../../../core/index.ts'
import { commandTitle, CloseIcon, IconButton, Kbd, useTranslation } from '../../../ui/index.ts'

export type RuleListProps = {
  readonly rules: readonly KeyRule[]
  readonly commands: ReadonlyMap<string, Command>
  readonly onRemove: (index: number) => void
}

/** The user's rules in their order: of those that match, the last one wins. */
export function RuleList({ rules, commands, onRemove }: RuleListProps) {
  const { t } = useTranslation(['shortcuts', 'app'])
  if (rules.length === 0) return null
  return (
    <section className="settings-section" aria-label={t('app:keys.rules')}>
      <h2>{t('app:keys.rules')}</h2>
      <p className="ui-field-hint">{t('app:keys.rulesHint')}</p>
      {rules.map((rule, index) => {
        const command = commands.get(rule.command ?? '')
        const title =
          rule.command === null ? t('app:keys.doNothing') : command ? commandTitle(command, t) : rule.command
        return (
          // Rules have no identity besides their position.
          <div key={index} className="shortcut shortcut-line">
            <span className="shortcut-title">
              {title}
              {rule.args && <code>{JSON.stringify(rule.args)}</code>}
              {rule.when && <code>{rule.when}</code>}
              {rule.count && <span>×{rule.count}</span>}
            </span>
            <span className="shortcut-keys">
              <IconButton
                size="small"
                icon={<CloseIcon />}
                label={t('app:keys.removeRule', { command: title })}
                onClick={() => onRemove(index)}
              />
              <Kbd keys={rule.keys} all />
            </span>
          </div>
        )
      })}
    </section>
  )
}
