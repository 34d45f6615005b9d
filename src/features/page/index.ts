import './page.css'

export { Page } from './page.tsx'
export { PageTabs } from './page-tabs.tsx'
