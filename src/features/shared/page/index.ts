import './page.css'

export { KeyHints, mainField, Page } from './page.tsx'
export { useHasDetail } from './use-has-detail.ts'
export { PageTabs } from './page-tabs.tsx'
