"""The history of the store's tables; ``store.open_store`` brings a database up to date."""
