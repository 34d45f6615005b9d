import { useEffect, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Tabs } from '../../../ui/index.ts'

type PageTab<Name extends string> = {
  readonly value: Name
  readonly label: string
  readonly content: ReactNode
}

type PageTabsProps<Name extends string> = {
  readonly label: string
  /** Names the open tab in the address; without it the first is open. */
  readonly parameter: string
  readonly tabs: readonly [PageTab<Name>, ...PageTab<Name>[]]
}

/** The tabs of a page, and what stands in the open one. */
export function PageTabs<Name extends string>({ label, parameter, tabs }: PageTabsProps<Name>) {
  const [params, setParams] = useSearchParams()
  const [first] = tabs
  const open = tabs.find(({ value }) => value === params.get(parameter)) ?? first
  // A row of tabs that is wider than the page shows the open one.
  useEffect(() => {
    const tab = document.querySelector('[aria-controls="page-panel"][aria-selected="true"]')
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [open.value, tabs.length])
  return (
    <>
      <Tabs<Name>
        label={label}
        value={open.value}
        tabs={tabs.map((tab) => ({ value: tab.value, label: tab.label }))}
        onChange={(name) => setParams(name === first.value ? {} : { [parameter]: name }, { replace: true })}
        controls="page-panel"
      />
      <div id="page-panel" className="page-panel" role="tabpanel" aria-label={open.label}>
        {open.content}
      </div>
    </>
  )
}
