import './page.css'

export { mainField } from './main-field.ts'
export { Page } from './page.tsx'
export { PageTabs } from './page-tabs.tsx'
