"""What is sent and received: messages, views, refusals, HTTP helpers, the OpenAPI page."""
