"""The network side: HTTP requests, WebSocket connections, and who may open them."""
