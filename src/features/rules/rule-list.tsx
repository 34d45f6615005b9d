import { useUnit } from 'effector-react'
import { useRef, type KeyboardEvent } from 'react'
import type { Rule } from '../../contract/actions.ts'
import { registry } from '../../model/app/registry.ts'
import { groupsOfRule, isEnabled } from '../../model/rules/index.ts'
import {
  Button,
  DeleteIcon,
  EditIcon,
  EmptyState,
  FilterIcon,
  IconButton,
  OpenMenuIcon,
  UpIcon,
  useTranslation,
} from '../../ui/index.ts'
import { KeyHints } from '../shared/page/index.ts'
import { PluginNotesList } from './plugin-notes-list.tsx'
import { useResultDescription } from './use-result-description.ts'
import type { RuleProviders } from './use-rule-providers.ts'
import { useConditionText } from './use-condition-text.ts'

/** The keys of a rule in the list, by command. */
const keys: Readonly<Record<string, string>> = {
  'Alt+ArrowUp': 'rules:move-up',
  'Alt+ArrowDown': 'rules:move-down',
  Enter: 'rules:edit',
  ' ': 'rules:toggle',
  Delete: 'rules:delete',
}

/** The same as they are shown, by what they do. */
const shownKeys = { edit: 'Enter', switch: 'Space', move: 'Alt+ArrowUp,Alt+ArrowDown', remove: 'Delete' }

type RuleListProps = {
  readonly rules: readonly Rule[]
  /** null: not known yet. */
  readonly providers: RuleProviders | null
}

/** The rules in the order in which they act. Each has one stop for Tab; arrows walk through them. */
export function RuleList({ rules, providers }: RuleListProps) {
  const { t } = useTranslation(['app', 'common'])
  const invoke = useUnit(registry.commandInvoked)
  const list = useRef<HTMLOListElement>(null)
  const run = (id: string, position: number, source: 'button' | 'keyboard') =>
    invoke({ id, source, args: { rule: String(position) } })
  /** At once: the next key is that row's. Rows are known by their position, so it is there before the rules have changed. */
  const focusRow = (position: number) =>
    list.current?.querySelectorAll<HTMLElement>('.rule')[position]?.focus()
  const press = (event: KeyboardEvent<HTMLElement>, position: number) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey) return
    const key = `${event.altKey ? 'Alt+' : ''}${event.key}`
    const step = key === 'ArrowDown' || key === 'j' ? 1 : key === 'ArrowUp' || key === 'k' ? -1 : 0
    const command = keys[key]
    if (step === 0 && command === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (step !== 0) return void focusRow(Math.min(rules.length - 1, Math.max(0, position + step)))
    if (command === undefined) return
    run(command, position, 'keyboard')
    if (command === 'rules:move-up') focusRow(Math.max(0, position - 1))
    if (command === 'rules:move-down') focusRow(Math.min(rules.length - 1, position + 1))
    if (command === 'rules:delete') focusRow(Math.max(0, Math.min(position, rules.length - 2)))
  }
  if (rules.length === 0)
    return (
      <EmptyState
        icon={<FilterIcon />}
        title={t('rules.none')}
        description={t('rules.noneWords')}
        actions={
          <Button variant="primary" commandId="rules:new">
            {t('rules.add')}
          </Button>
        }
      />
    )
  return (
    <>
      <ol className="rule-list" ref={list} aria-label={t('rules.title')}>
        {rules.map((rule, position) => (
          // Rules have no identity besides their position.
          <li
            key={position}
            className="rule"
            tabIndex={0}
            data-off={isEnabled(rule) ? undefined : ''}
            onKeyDown={(event) => press(event, position)}
          >
            <RuleRow rule={rule} position={position} count={rules.length} providers={providers} onRun={run} />
          </li>
        ))}
      </ol>
      <KeyHints hints={Object.entries(shownKeys).map(([name, shown]) => [shown, t(`rules.keys.${name}`)])} />
    </>
  )
}

type RuleRowProps = {
  readonly rule: Rule
  readonly providers: RuleProviders | null
  readonly position: number
  readonly count: number
  readonly onRun: (id: string, position: number, source: 'button') => void
}

function RuleRow({ rule, position, count, providers, onRun }: RuleRowProps) {
  const { t } = useTranslation(['app', 'common', 'lang'])
  const conditionText = useConditionText()
  const describe = useResultDescription()
  const name = rule.name || t('rules.unnamed')
  const groups = groupsOfRule(rule)
  const results = describe(rule.result)
  return (
    <>
      <input
        type="checkbox"
        role="switch"
        className="ui-switch"
        tabIndex={-1}
        checked={isEnabled(rule)}
        aria-label={t('rules.enabled', { name })}
        onChange={() => onRun('rules:toggle', position, 'button')}
      />
      <div className="rule-words">
        <strong>
          {position + 1}. {name}
        </strong>
        <span className="rule-conditions">
          {groups.length === 0
            ? t('rules.everyEntry')
            : groups
                .map((group) => group.map(conditionText).join(` ${t('rules.and')} `))
                .join(` ${t('rules.or')} `)}
        </span>
        <span className="rule-results">
          {results.length === 0
            ? t('rules.nothingDone')
            : results.map(({ key, values }) => t(key, values ?? {})).join(' · ')}
        </span>
        <PluginNotesList rule={rule} providers={providers} />
      </div>
      <div className="rule-buttons">
        <IconButton
          size="small"
          tabIndex={-1}
          icon={<UpIcon />}
          label={t('rules.moveUp', { name })}
          disabled={position === 0}
          onClick={() => onRun('rules:move-up', position, 'button')}
        />
        <IconButton
          size="small"
          tabIndex={-1}
          icon={<OpenMenuIcon />}
          label={t('rules.moveDown', { name })}
          disabled={position === count - 1}
          onClick={() => onRun('rules:move-down', position, 'button')}
        />
        <IconButton
          size="small"
          tabIndex={-1}
          icon={<EditIcon />}
          label={t('rules.edit', { name })}
          onClick={() => onRun('rules:edit', position, 'button')}
        />
        <IconButton
          size="small"
          tabIndex={-1}
          icon={<DeleteIcon />}
          label={t('rules.delete', { name })}
          onClick={() => onRun('rules:delete', position, 'button')}
        />
      </div>
    </>
  )
}
