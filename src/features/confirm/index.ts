export { ConfirmModal as default, type ConfirmProps } from './confirm-modal.tsx'
