import './rules.css'
import { useUnit } from 'effector-react'
import { useEffect, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import {
  $refusedRule,
  $rules,
  $rulesError,
  rulesRequested,
  type EditedRule,
} from '../../model/rules/index.ts'
import { AddIcon, Button, Notice, SkeletonText, useTranslation } from '../../ui/index.ts'
import { errorMessage, RetryNotice } from '../shared/error-message/index.ts'
import { mainField, Page } from '../shared/page/index.ts'
import { Deliveries } from './deliveries.tsx'
import { HiddenEntries } from './hidden-entries.tsx'
import { PastPanel } from './past-panel.tsx'
import { RuleEditor } from './rule-editor.tsx'
import { RuleList } from './rule-list.tsx'
import { RulesFile } from './rules-file-panel.tsx'
import { useRuleProviders } from './use-rule-providers.ts'
import type { Condition, Rule } from '../../contract/actions.ts'
import { conditionsOfQuery } from '../../contract/rule-query.ts'
import { $feeds, $subscriptions } from '../../model/subscriptions/index.ts'

/** The page /action: the rules in their order, and what they do. `?rule=` opens the editor, `?show=` a part of the page. */
export default function RulesPage() {
  const { t } = useTranslation(['app', 'errors'])
  const { rules, error, refused, load } = useUnit({
    rules: $rules,
    error: $rulesError,
    refused: $refusedRule,
    load: rulesRequested,
  })
  const [params, setParams] = useSearchParams()
  const edited = useEditedRule(params)
  const providers = useRuleProviders()
  useEffect(() => load(), [load])
  const show = params.get('show')
  const isEditing = params.has('rule')
  const page = isEditing
    ? {
        title: edited?.position === null ? t('rules.newTitle') : t('rules.editTitle'),
        back: { to: '/action', label: t('rules.title') },
      }
    : {
        title: t('rules.title'),
        intro: t('rules.words'),
        actions: (
          <Button
            {...mainField}
            // Without rules the page has this button once more, and larger.
            variant={rules?.length === 0 ? 'plain' : 'primary'}
            icon={<AddIcon />}
            commandId="rules:new"
          >
            {t('rules.add')}
          </Button>
        ),
      }
  return (
    <Page className="rules" {...page}>
      {refused && !isEditing && (
        <Notice
          tone="danger"
          actions={
            <Button size="small" onClick={() => setParams({ rule: 'refused' })}>
              {t('rules.editAgain')}
            </Button>
          }
        >
          {t('rules.refused', {
            name: refused.edited.rule.name || t('rules.unnamed'),
            reason: errorMessage(refused.error, t),
          })}
        </Notice>
      )}
      {rules === null && error === null && <SkeletonText lines={4} />}
      {rules === null && error !== null && (
        <RetryNotice onRetry={load}>{t('rules.failed', { reason: errorMessage(error, t) })}</RetryNotice>
      )}
      {rules !== null && isEditing && (
        <RuleEditor
          key={params.toString()}
          edited={edited}
          rules={rules}
          providers={providers}
          onClose={() => setParams({}, { replace: true })}
        />
      )}
      {rules !== null && !isEditing && (
        <>
          <RuleList rules={rules} providers={providers} />
          <Disclosure key={`past ${show}`} title={t('rules.past.title')} isOpen={show === 'past'}>
            <PastPanel rules={rules} />
          </Disclosure>
          <Disclosure key={`hidden ${show}`} title={t('rules.hidden.title')} isOpen={show === 'hidden'}>
            <HiddenEntries />
          </Disclosure>
          <Disclosure
            key={`deliveries ${show}`}
            title={t('rules.deliveries.title')}
            isOpen={show === 'deliveries'}
          >
            <Deliveries />
          </Disclosure>
          <Disclosure key={`import ${show}`} title={t('rules.file.title')} isOpen={show === 'import'}>
            <RulesFile rules={rules} />
          </Disclosure>
        </>
      )}
    </Page>
  )
}

type DisclosureProps = {
  readonly title: string
  /** At first; then it receives the focus too. */
  readonly isOpen: boolean
  readonly children: ReactNode
}

/** A part of the page that loads when it is opened. */
function Disclosure({ title, isOpen, children }: DisclosureProps) {
  const [open, setOpen] = useState(isOpen)
  return (
    <details
      className="rules-part"
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      ref={isOpen ? focusPart : undefined}
    >
      <summary>
        <h2>{title}</h2>
      </summary>
      {open && <div className="rules-part-content">{children}</div>}
    </details>
  )
}

function focusPart(part: HTMLDetailsElement | null): void {
  part?.scrollIntoView({ block: 'start' })
  part?.querySelector('summary')?.focus({ preventScroll: true })
}

const newRule = (groups: readonly (readonly Condition[])[], name = ''): EditedRule => ({
  position: null,
  rule: { name, condition: groups.map((group) => [...group]), result: {} },
})

/**
 * The rule that the address names: by its position, `refused` (the one that the server did not take), or a new one, of a
 * subscription or a query. Null: there is no such rule.
 */
function useEditedRule(params: URLSearchParams): EditedRule | null {
  const { rules, refused, subscriptions, feeds } = useUnit({
    rules: $rules,
    refused: $refusedRule,
    subscriptions: $subscriptions,
    feeds: $feeds,
  })
  const name = params.get('rule')
  if (name === null) return null
  if (name === 'refused') return refused?.edited ?? null
  if (name !== 'new') {
    const position = Number(name)
    const rule: Rule | undefined = rules?.[position]
    return rule ? { position, rule } : null
  }
  const query = params.get('query')
  if (query !== null) {
    const read = conditionsOfQuery(query)
    return newRule(
      read.ok ? read.groups : [[{ field: 'query', operator: 'eq', value: query }]],
      query.slice(0, 60),
    )
  }
  const subscription = subscriptions.get(params.get('subscription') ?? '')
  const feed = feeds.get(subscription?.feedId ?? '')
  if (!feed) return newRule([[{ field: 'entry_title', operator: 'contains', value: '' }]])
  return newRule(
    [[{ field: 'feed_url', operator: 'eq', value: feed.url }]],
    subscription?.title || feed.title || '',
  )
}
